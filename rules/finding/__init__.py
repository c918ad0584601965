"""One search for the whole book: rules, lists, gear, magic, hired swords, rulings, and what was asked about them."""
