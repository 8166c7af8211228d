#!/usr/bin/env bash
# Fuzzes `inspect`: all seeds, what earlier runs found, then mutations of both. Ends with one line.
#   run.sh TARGET SEEDS.stamp CORPUS [OPTION OF LIBFUZZER...]
# CORPUS is a folder that keeps the inputs that reached new code; "": forget them. Inputs that fail
# stay in findings/ beside the target. One may take a minute and 1 GB: on a busy machine 5 s by the
# clock have passed for an input that takes 0.1 s.
set -euo pipefail
target=$1 seeds=${2%.stamp} corpus=$3
shift 3
folder=$(dirname "$target")
log=$folder/fuzz.log
if [ -z "$corpus" ]; then
  corpus=$(mktemp -d)
  trap 'rm -rf "$corpus"' EXIT
fi
mkdir -p "$corpus" "$folder/findings"
export ASAN_OPTIONS=detect_leaks=1
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
status=0
# -entropic=0: with 12,000 edges the entropic schedule takes most of the time for itself (clang 14).
"$target" -entropic=0 -max_len=65536 -timeout=60 -rss_limit_mb=1024 -print_final_stats=1 \
  -artifact_prefix="$folder/findings/" "$@" "$corpus" "$seeds" >"$log" 2>&1 || status=$?

figure() { sed -n "s/.*$1 *\([0-9]*\).*/\1/p" "$log" | tail -n 1; }
found='nothing found'
if [ $status != 0 ]; then
  tail -n 60 "$log" >&2
  found="found: $(sed -n 's/.*Test unit written to //p' "$log" | tail -n 1) (all output: $log)"
fi
printf 'fuzz: %s executions, %s a second, %s edges covered, %s\n' \
  "$(figure stat::number_of_executed_units:)" "$(figure stat::average_exec_per_sec:)" \
  "$(figure 'cov:')" "$found"
exit $status
