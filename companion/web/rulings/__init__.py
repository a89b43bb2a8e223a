"""What settles an argument: why, what if, under other rules, proofs and the audit."""
