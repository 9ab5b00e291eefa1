"""Local randomisers: what they tell of two values, exactly, and by how much their estimates are off."""
