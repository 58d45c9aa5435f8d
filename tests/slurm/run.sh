#!/bin/bash
# run.sh PROGRAM: starts Debian's munge, slurmctld and slurmd on this machine alone, as root and without systemd; computes
# sweep.json serially and as a job array of which one task is stopped and queued again, one killed and one cancelled;
# submits it again for what is left; compares both reports byte for byte; stops what it started. Exit status 77: there is
# no Slurm here.
set -eu
program="$(realpath "$1")"
cd "$(dirname "$0")/../.."
config=tests/slurm/sweep.json

for needed in munged slurmctld slurmd sbatch squeue scancel; do
    command -v "$needed" >/dev/null || { echo "test-slurm: left out, there is no $needed here"; exit 77; }
done
[ "$(id -u)" -eq 0 ] || { echo "test-slurm: left out, slurmd needs root"; exit 77; }

scratch="$(mktemp -d)"
export SLURM_CONF="$scratch/slurm.conf"
stop() {
    status=$?
    [ "$status" -eq 0 ] || tail -n 20 "$scratch"/*.log "$scratch"/array/slurm/*.log 2>/dev/null || true
    scancel --user root >/dev/null 2>&1 || true
    for daemon in slurmd slurmctld munged; do
        [ ! -s "$scratch/$daemon.pid" ] || kill "$(cat "$scratch/$daemon.pid")" 2>/dev/null || true
    done
    sleep 1 # the daemons write into the folder until they end
    rm -rf "$scratch"
    exit "$status"
}
trap stop EXIT

wait_for() { # SECONDS COMMAND...: until it succeeds
    left=$(($1 * 5)); shift
    until "$@"; do
        left=$((left - 1))
        [ "$left" -gt 0 ] || { echo "test-slurm: waited in vain for: $*" >&2; return 1; }
        sleep 0.2
    done
}

dd if=/dev/urandom of="$scratch/munge.key" bs=128 count=1 status=none
chmod 600 "$scratch/munge.key"
chmod 755 "$scratch"
cat >"$SLURM_CONF" <<END
ClusterName=reboost
SlurmctldHost=$(hostname)(127.0.0.1)
SlurmctldPort=16817
SlurmdPort=16818
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$scratch/munge.socket
CryptoType=crypto/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
ReturnToService=2
MpiDefault=none
StateSaveLocation=$scratch/state
SlurmdSpoolDir=$scratch/spool
SlurmctldPidFile=$scratch/slurmctld.pid
SlurmdPidFile=$scratch/slurmd.pid
SlurmctldLogFile=$scratch/slurmctld.log
SlurmdLogFile=$scratch/slurmd.log
SchedulerParameters=sched_interval=1,batch_sched_delay=0
NodeName=localhost NodeHostname=$(hostname) NodeAddr=127.0.0.1 CPUs=$(nproc)
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
mkdir "$scratch/state" "$scratch/spool"
munged --force --key-file="$scratch/munge.key" --socket="$scratch/munge.socket" --pid-file="$scratch/munged.pid" \
    --log-file="$scratch/munged.log" --seed-file="$scratch/munged.seed"
slurmctld -f "$SLURM_CONF"
slurmd -f "$SLURM_CONF" -N localhost
idle() { [ "$(sinfo -h -o %T 2>/dev/null)" = idle ]; }
wait_for 60 idle

echo "serial run"
"$program" run "$config" --jobs 1 --results "$scratch/serial" --quiet

submit() {
    "$program" launch slurm "$config" --tasks 4 --time 30 --partition main --results "$scratch/array" --submit | tail -n 1
}
echo "job array"
submit
job="$(squeue -h -o %A | sort -n | head -n 1)"
begun() { ls "$scratch"/array/open/*/claim >/dev/null 2>&1; }
wait_for 120 begun
running="$(squeue -h -t RUNNING -r -o %i | head -n 1)"
echo "stopping task $running"
# Slurm delivers the signal, finds the task queued again and retries for a minute, which would stop the task again and again.
scancel --signal=USR1 --batch "$running" >/dev/null 2>&1 &
scancel=$!
requeued() { grep -q "queued again: $running" "$scratch"/array/slurm/*.log; }
wait_for 60 requeued
kill "$scancel" 2>/dev/null || true
another="$(squeue -h -t RUNNING -r -o %i | head -n 1)"
if [ -n "$another" ] && [ "$another" != "$running" ]; then
    echo "killing task $another"
    scontrol requeue "$another"
fi
"$program" status "$config" --results "$scratch/array" | grep -q "Slurm task ${job}_"
at_work() { # a third task that has begun to compute
    for third in $(squeue -h -t RUNNING -r -o %i); do
        [ "$third" != "$running" ] && [ "$third" != "$another" ] &&
            grep -qs "to do" "$scratch/array/slurm/$third.log" && return 0
    done
    return 1
}
wait_for 60 at_work
echo "cancelling task $third"
scancel "$third"
cancelled() { grep -q "stopped; Slurm itself .*: $third" "$scratch/array/slurm/$third.log"; }
wait_for 60 cancelled
grep -q "begun and checkpointed" "$scratch/array/slurm/$third.log"
# Slurm holds a task that was queued again back for two minutes; a test need not wait.
ended() {
    for held in $(squeue -h -t PENDING -r -o %i); do
        scontrol update JobId="$held" StartTime=now >/dev/null 2>&1 || true
    done
    queued="$(squeue -h)" && [ -z "$queued" ]
}
wait_for 600 ended

grep -h "begun and checkpointed" "$scratch"/array/slurm/*.log
"$program" status "$config" --results "$scratch/array" | grep "^8 runs: " | grep -v "0 to do"
echo "submitting again"
submit
wait_for 600 ended
echo "comparing"
"$program" store merge "$scratch/array" -o "$scratch/merged"
for one in serial merged; do
    "$program" report "$config" --no-reference --no-timings --results "$scratch/$one" --output "$scratch/$one-report" >/dev/null
done
diff -r "$scratch/serial-report" "$scratch/merged-report"
[ "$("$program" status --json --results "$scratch/merged" | grep -c '"finished": 8')" -eq 1 ]
echo "test-slurm: the array's report is the serial one's, byte for byte"
