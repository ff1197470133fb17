import { quoted } from '../../platform/shell.ts';

/** The size of a terminal, in characters. */
export interface TerminalSize {
  readonly rows: number;
  readonly columns: number;
}

/** The command of a terminal without one: the shell of the user, unless it refuses logins. */
export const USER_SHELL = `case $SHELL in '' | */false | */nologin) SHELL=$(command -v bash) || SHELL=/bin/sh ;; esac; exec "$SHELL"`;

/** Sets `$terminal` to the program that can make a pseudo-terminal. Empty if nothing can. */
export const findTerminal = `if script --version 2>/dev/null | grep -q util-linux; then terminal=script
elif python3 -c 'import pty, select, termios' 2>/dev/null; then terminal=python3
else terminal=; fi`;

/** As `script`: passes input and output on, and ends with the exit code of its command. Two Ctrl-D end the input. */
const PYTHON = `import os, pty, select, sys
pid, terminal = pty.fork()
if pid == 0:
    os.execvp("sh", ["sh", sys.argv[1]])
os.set_blocking(terminal, False)
waiting, is_open = b"", True
while True:
    reads = [terminal] + ([0] if is_open and len(waiting) < 65536 else [])
    ready, free, _ = select.select(reads, [terminal] if waiting else [], [])
    if free:
        try:
            waiting = waiting[os.write(terminal, waiting):]
        except BlockingIOError:
            pass
    if 0 in ready:
        got = os.read(0, 65536)
        is_open = got != b""
        waiting += got or b"\\x04\\x04"
    if terminal in ready:
        try:
            got = os.read(terminal, 65536)
        except OSError:
            got = b""
        if not got:
            break
        while got:
            got = got[os.write(1, got):]
status = os.waitpid(pid, 0)[1]
sys.exit(os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status))`;

/**
 * Runs the script below in a pseudo-terminal. It must be the last line of a shell. `script` would run it by the user's
 * shell.
 */
export function enterTerminal(directory: string): string {
  const path = quoted(`${directory}/in.terminal`);
  return `export ACS_SHELL="$SHELL"
[ "$terminal" = script ] && SHELL=/bin/sh exec script -qfec ${quoted(`exec sh ${path}`)} /dev/null
exec python3 -c ${quoted(PYTHON)} ${path}`;
}

/**
 * Runs in the terminal. Notes its name, for changes of its size, and its session, for signals, and becomes the command.
 */
export function terminalScript(directory: string, cwd: string, words: string, { rows, columns }: TerminalSize): string {
  return `SHELL=$ACS_SHELL
unset ACS_SHELL
shell=$(command -v bash) || shell=sh
stty sane
stty iutf8
stty rows ${rows} cols ${columns}
cd -- ${quoted(directory)} || exit 126
rm -f in.terminal
echo $$ >leader
tty >tty.next && mv -f tty.next tty
cd -- ${quoted(cwd)} || exit 126
export SHELL
exec ${words}
`;
}

/** What programs in a terminal expect, unless the request or the sandbox sets it. */
export const terminalVariables = `export TERM=xterm-256color COLORTERM=truecolor
[ -n "$LC_ALL$LC_CTYPE$LANG" ] || export LANG=C.UTF-8`;

/** Changes the size, of which the kernel tells the programs in the foreground. Prints `resized`. */
export function resizeScript(directory: string, { rows, columns }: TerminalSize): string {
  return `cd -- ${quoted(directory)} || exit
tries=0
until [ -s tty ] || [ -e exit ] || [ "$tries" -ge 20 ]; do
  sleep 0.1 2>/dev/null || sleep 1
  tries=$((tries + 1))
done
[ -e exit ] || [ ! -s tty ] && exit
read -r tty <tty
stty rows ${rows} cols ${columns} <"$tty" 2>/dev/null && echo resized`;
}
