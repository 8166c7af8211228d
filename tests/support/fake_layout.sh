#!/bin/sh
# Stands in for a layout executable: answers as one does, and measures nothing. A block of 16
# operations takes 1 ms in `none`, 10 % more in `call`, 6.25 % more in the dose, and differs a little
# by layout, so that intervals have a width: the copy of `none` is faster in one, slower in the next.
number() { printf '%s' "$2" | sed 's/.*"'"$1"'":\([0-9]*\).*/\1/'; }
case $1 in
--tracetoll=inventory)
  printf '{"compiler":"fake++ 1","flags":"-O2","not_countable":"a stand-in","entries":['
  separator=
  for workload in open_close open_close.pure select_500 select_500.pure; do
    for variant in none none:copy branch sled_cold:750 sled_cold:matched call; do
      printf '%s{"workload":"%s","axis":"","variant":"%s","operation":"one %s"}' \
        "$separator" $workload $variant $workload
      separator=,
    done
  done
  echo ']}' ;;
--tracetoll=switchable)
  printf '{"branch":{"forms":{"taken":""}},"call":{"forms":{"empty":"","counter":""}},'
  echo '"sled_cold:750":{"forms":{},"why_not":"nothing to switch"}}' ;;
--tracetoll=survey)
  printf '{"counters":{"cycles":{"available":false,"reason":"no PMU (ENOENT)"}},"workloads":['
  printf '{"name":"select_500","operation":"one select","operations_per_block":16,'
  echo '"sites_hit_per_op":{"lock_acquire":500},"note":""}]}' ;;
--tracetoll=replicate)
  replicate=$(number replicate "$2") layout=$(number layout "$2")
  for round in 0 1; do
    position=0
    for pair in none:1000000 none:copy:1000000 none:dose:1062500 call:1100000; do
      time=$((${pair##*:} + (layout % 2 * 2 - 1) * 200 * position))
      printf '{"replicate":%d,"layout":%d,"round":%d,"position":%d,' \
        $replicate $layout $round $position
      printf '"workload":"select_500","variant":"%s","operations":16,' ${pair%:*}
      printf '"cpu_ns":%d,"wall_ns":%d,"involuntary_switches":0}\n' $time $time
      position=$((position + 1))
    done
  done ;;
esac
