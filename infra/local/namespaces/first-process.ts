/**
 * The first process of a sandbox, as a container's `init`: it waits for the program, and for every process that lost
 * its parent. A signal without a handler does not reach the first process; the program, its child, gets them as usual.
 * What the shell says of a signal that ended the program would be in the program's log.
 */
const script = 'unset PWD OLDPWD SHLVL; exec 3>&2 2>/dev/null; "$@" 2>&3 3>&-; exit $?';

export function firstProcess(command: readonly string[]): string[] {
  return ['/bin/sh', '-c', script, 'sandbox', ...command];
}
