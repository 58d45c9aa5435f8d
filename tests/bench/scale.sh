#!/bin/bash
# scale.sh PROGRAM [--long]: what sweeps of many small runs cost, on an idle machine; a minute or two, with --long fifteen
# more. Prints: plan of 100,000 runs; 5,000 tiny runs, their disk, status and report; how busy 200 equal runs keep the
# cores; with --long what 10,000 runs of about 100 ms take of all cores, against the CPU seconds of such runs one at a time.
set -eu
program="$1"
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
config() { # NAME ROWS ROUNDS SEEDS
    cat >"$scratch/$1.json" <<END
{"dataset": {"name": "waveform", "rows": $2, "test_rows": 500}, "learner": "stump", "selector": "random(5)",
 "booster": {"rounds": $3}, "seed": {"range": [1, $4]}, "evaluation": {"test_every": 100000}}
END
}
timed() { # LABEL COMMAND...
    label="$1"; shift
    /usr/bin/time -f "%e %U %S %M" -o "$scratch/time" "$@" >"$scratch/out" 2>"$scratch/err" || { cat "$scratch/err"; exit 1; }
    tail -n 1 "$scratch/time" | awk -v l="$label" '{printf "%-46s %7.2f s  (CPU %.2f s, %.0f MB)\n", l, $1, $2 + $3, $4 / 1024}'
}

config hundred-thousand 300 5 100000
timed "plan of 100,000 runs" "$program" plan "$scratch/hundred-thousand.json" --results "$scratch/none"
config tiny 300 5 5000
timed "5,000 tiny runs" "$program" run "$scratch/tiny.json" --results "$scratch/tiny" --quiet
printf '%-46s %7.1f MB\n' "their disk" "$(du -s --block-size=1000 "$scratch/tiny" | awk '{print $1 / 1000}')"
timed "status on them" "$program" status "$scratch/tiny.json" --results "$scratch/tiny"
timed "report on them" "$program" report "$scratch/tiny.json" --results "$scratch/tiny" --no-reference --output "$scratch/report"

busy() { # LABEL NAME: the share of all cores' time that training took
    timed "$1" "$program" run "$scratch/$2.json" --results "$scratch/$2" --quiet
    awk -v cores="$(nproc)" '{printf "%-46s %7.1f %%\n", "  cores busy", 100 * ($2 + $3) / ($1 * cores)}' "$scratch/time"
}
config equal 2000 8000 200
busy "200 equal runs" equal
if [ "${2:-}" = --long ]; then
    config many 2000 7000 10000
    busy "10,000 short runs" many
    side_by_side="$(awk 'END {print $1}' "$scratch/time")"
    config some 2000 7000 500
    timed "500 of them, one at a time" "$program" run "$scratch/some.json" --results "$scratch/some" --quiet --jobs 1
    awk -v cores="$(nproc)" -v wall="$side_by_side" \
        'END {printf "%-46s %7.1f %%\n", "  all cores, against 20 times that CPU", 100 * wall * cores / (20 * ($2 + $3))}' \
        "$scratch/time"
    "$program" runs export --csv "$scratch/tables" --results "$scratch/many" --no-reference >/dev/null
    # The last column but one is train_cpu_seconds.
    awk -F, -v cores="$(nproc)" -v wall="$side_by_side" \
        'NR > 1 {sum += $(NF - 1)} END {printf "%-46s %7.1f %%\n", "  their training alone", 100 * sum / (wall * cores)}' \
        "$scratch/tables/runs.csv"
fi
