"""What passes and draws prove about hidden hands."""
