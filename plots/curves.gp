# Lines over a cost: one block of the data file a series, columns x y low high.
load "common.gp"
command = drawn
load "outputs.gp"
