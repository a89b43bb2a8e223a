"""What pages of several subjects share: boards, trays, sheets, forms and dates."""
