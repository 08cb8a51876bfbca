"""Speed relative to others, as ratios, and how well the translator learns real text."""
