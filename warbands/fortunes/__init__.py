"""Between battles, by hand: experience, advances, injuries, fates, promotions and the next leader."""
