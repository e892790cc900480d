"""Matches that were played: their records, their results deal by deal, and the proof that their walls were fair."""
