"""Gold and gear: hiring, buying, handing over, selling, and the ledger that explains every crown."""
