"""Two addresses, and whether one house has both."""

HOUSES = [
    ("192.0.2.7", "192.0.2.8", False),
    ("2001:db8:0:1::7", "2001:db8:0:1:ffff::8", True),
    ("2001:db8:0:1::7", "2001:db8:0:2::7", False),
    ("::ffff:192.0.2.7", "::ffff:192.0.2.8", False),
    ("::ffff:192.0.2.7", "192.0.2.7", True),
    ("", "", True),
]
