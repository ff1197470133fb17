import { log } from '../../../platform/log.ts';
import { quoted } from '../../../platform/shell.ts';
import { callAgent } from './agent-http.ts';
import { FULL_BELOW, findAgentOutput, MEASURE_MARK } from './log-lines.ts';

/**
 * Prints a line at once, every minute, and when the disk becomes full or no longer is. In a container of ECS, the
 * numbers are those of the container. Elsewhere, the machine is shared: they are those of the agent server and the
 * processes that it started, with the size of the folder. Ends with the agent server.
 */
const loop = (seconds: number) => `agent=$1 out=$2 root=$3
value() { sed -n "s/^$1 //p" "$2" 2>/dev/null; }
number() { case $2 in '' | *[!0-9]*) ;; *) line="$line $1=$2" ;; esac; }
kilobytes() { case $2 in '' | *[!0-9]*) ;; *) number "$1" $(($2 * 1024)) ;; esac; }
container() {
  group=/sys/fs/cgroup
  if [ -r $group/memory.current ]; then
    number cpu_us "$(value usage_usec $group/cpu.stat)"
    number memory "$(echo $(($(cat $group/memory.current) - $(value inactive_file $group/memory.stat))))"
  elif [ -r $group/memory/memory.usage_in_bytes ]; then
    number cpu_us "$(echo $(($(cat $group/cpuacct/cpuacct.usage) / 1000)))"
    group=$group/memory
    number memory "$(echo $(($(cat $group/memory.usage_in_bytes) - $(value total_inactive_file $group/memory.stat))))"
  fi
  set -- $(df -kP "$root" | tail -n 1)
  kilobytes disk_used "$3"
  kilobytes disk_total "$2"
  kilobytes disk_left "$4"
  set -- $(sed -n 's/^ *\\([a-z0-9]*\\): */\\1 /p' /proc/net/dev | while read -r name received _ _ _ _ _ _ _ sent _; do
    [ "$name" = lo ] || echo "$received $sent"
  done | { a=0 b=0; while read -r x y; do a=$((a + x)) b=$((b + y)); done; echo "$a $b"; })
  number received "$1"
  number sent "$2"
}
processes() {
  set -- $(cat /proc/[0-9]*/stat 2>/dev/null | awk -v root="$agent" -v tick="$(getconf CLK_TCK)" -v page="$(getconf PAGESIZE)" '
    { pid = $1; sub(/^.*\\) /, ""); parent[pid] = $2; time[pid] = $12 + $13 + $14 + $15; memory[pid] = $22 }
    END { for (pid in parent) { up = pid; for (i = 0; i < 99 && up != root && up > 1; i++) up = parent[up]
      if (up == root) { t += time[pid]; m += memory[pid] } }
      printf "%.0f %.0f", t * 1000000 / tick, m * page }')
  number cpu_us "$1"
  number memory "$2"
  set -- $(nice du -skx "$root" 2>/dev/null)
  kilobytes disk_used "$1"
}
left() { set -- $(df -kP "$root" | tail -n 1); echo "\${4:-0}"; }
isfull=0
while :; do
  line=
  if [ -n "\${ECS_CONTAINER_METADATA_URI_V4:-}" ]; then container; else processes; fi
  printf '${MEASURE_MARK}%s\\n' "$line" >>"$out"
  waited=0
  while [ "$waited" -lt ${seconds} ]; do
    sleep ${Math.min(seconds, 10)}
    waited=$((waited + ${Math.min(seconds, 10)}))
    kill -0 "$agent" 2>/dev/null || exit 0
    [ "$(left)" -lt ${FULL_BELOW / 1024} ] && now=1 || now=0
    [ "$now" != "$isfull" ] && isfull=$now && break
  done
done`;

/** Starts the loop unless it runs already. Its name shows in the list of processes. */
const measureScript = (seconds: number) => `${findAgentOutput}
[ "$agent_output" = /dev/null ] && exit 0
case "\${OH_CONVERSATIONS_PATH:-}" in /*) root="\${OH_CONVERSATIONS_PATH%/*}" ;; *) root="$(pwd)" ;; esac
lock="\${TMPDIR:-/tmp}/.acs-measure-$PPID"
read -r pid 2>/dev/null <"$lock" && grep -q acs-measure "/proc/$pid/cmdline" 2>/dev/null && exit 0
sh -c ${quoted(loop(seconds))} acs-measure "$PPID" "$agent_output" "$root" </dev/null >/dev/null 2>&1 &
echo $! >"$lock"`;

/** For the call that starts it, in milliseconds. */
const TIMEOUT = 5_000;

/** Starts the measurements of a new agent server. Without them, the sandbox works all the same. */
export async function startMeasuring(url: string, sessionKey: string, seconds = 60): Promise<void> {
  try {
    const { ok, status } = await callAgent(`${url}/api/bash/start_bash_command`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Session-API-Key': sessionKey },
      body: JSON.stringify({ command: measureScript(seconds), cwd: null, timeout: 10 }),
      signal: AbortSignal.timeout(TIMEOUT),
    });
    if (!ok) log.warn('measurements were not started', { status });
  } catch (error) {
    log.warn('measurements were not started', { error });
  }
}
