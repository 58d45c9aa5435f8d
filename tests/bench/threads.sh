#!/bin/bash
# threads.sh PROGRAM [DATASET]: what a second thread inside a run brings, through `reboost run`, on an idle machine with two
# or more cores; under two minutes. Prints for each method the training wall seconds with one and with two threads, their
# ratio, the cores that the run had on average, and whether the curves are the same bits.
set -eu
program="$1"
dataset="${2:-mnist}"
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
"$program" data info "$dataset" >/dev/null
echo "load: $(cut -d' ' -f1-3 /proc/loadavg); data: $dataset"
printf '%-34s %9s %9s %7s %8s %6s\n' method "1 thread" "2 threads" ratio cores bits

measure() { # LABEL LEARNER BOOSTER ROUNDS
    cat >"$scratch/one.json" <<END
{"dataset": "$dataset", "learner": "$2", "selector": "full", "booster": {"name": "$3", "rounds": $4},
 "evaluation": {"test_every": 1000000}}
END
    for threads in 1 2; do
        rm -rf "$scratch/$threads"
        "$program" run "$scratch/one.json" -j 1 --threads-per-run "$threads" --results "$scratch/$threads" --quiet \
            --checkpoint-seconds=1e9 >/dev/null 2>&1
        id="$(basename "$scratch/$threads"/runs/*.h5 .h5)"
        "$program" runs show "$id" --results "$scratch/$threads" --curve wall_seconds | tail -n 1 | awk '{print $2}' >"$scratch/t$threads"
        "$program" runs show "$id" --results "$scratch/$threads" --curve edge >"$scratch/e$threads" 2>/dev/null || true
        "$program" runs show "$id" --results "$scratch/$threads" --curve training_loss >>"$scratch/e$threads" 2>/dev/null || true
    done
    share="$("$program" runs show "$id" --results "$scratch/2" --json | grep -o '"cores": [0-9.]*' | cut -d' ' -f2)"
    bits=same
    cmp -s "$scratch/e1" "$scratch/e2" || bits=DIFFER
    awk -v m="$1" -v a="$(cat "$scratch/t1")" -v b="$(cat "$scratch/t2")" -v s="$share" -v bits="$bits" \
        'BEGIN {printf "%-34s %9.2f %9.2f %7.2f %8.2f %6s\n", m, a, b, a / b, s, bits}'
}

measure "stump" stump adaboost_mh 500
measure "product(3)" "product(3)" adaboost_mh 60
measure "tree(8)" "tree(8)" adaboost_mh 40
measure "mart" "regression_tree(20)" mart 10
measure "logitboost" "regression_tree(20)" logitboost 10
measure "abc_logitboost, gap(50)" "regression_tree(20)" abc_logitboost 8
