# A measure over a parameter: marks joined by lines. Columns x y low high.
load "common.gp"
command = drawn
load "outputs.gp"
