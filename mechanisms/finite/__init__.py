"""Laws and mechanisms on finite spaces."""
