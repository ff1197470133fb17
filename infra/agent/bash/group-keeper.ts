import { type ChildProcess, spawn } from 'node:child_process';

const sweepMilliseconds = 5_000;

/** Reads which process groups there are, and kills those that remain when the server's end of the pipe closes. */
const script = `
groups=' '
while read -r change group; do
  case $change in
    add) groups="$groups$group " ;;
    drop) groups="\${groups%%" $group "*} \${groups#*" $group "}" ;;
  esac
done
for group in $groups; do kill -s KILL -- "-$group" 2>/dev/null; done`;

/** Commands do not outlive the server: a small process sees the end of its pipe and kills their groups. */
export class GroupKeeper {
  private readonly groups = new Set<number>();
  private keeper: ChildProcess | undefined;
  private timer: NodeJS.Timeout | undefined;

  add(group: number): void {
    this.keeper ??= startKeeper();
    this.timer ??= setInterval(() => this.sweep(), sweepMilliseconds).unref();
    this.groups.add(group);
    this.tell('add', group);
  }

  /** Kills every group that is left. */
  close(): void {
    clearInterval(this.timer);
    for (const group of this.groups) signalGroup(group, 'SIGKILL');
    this.groups.clear();
    this.keeper?.stdin?.end();
  }

  /** Forgets groups without processes, whose numbers may come to name others. */
  sweep(): void {
    for (const group of this.groups) {
      if (signalGroup(group, 0)) continue;
      this.groups.delete(group);
      this.tell('drop', group);
    }
  }

  private tell(change: 'add' | 'drop', group: number): void {
    this.keeper?.stdin?.write(`${change} ${group}\n`);
  }
}

/** @returns whether the group has processes */
export function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-group, signal);
    return true;
  } catch {
    // The group has no process left, or none of this user.
    return false;
  }
}

function startKeeper(): ChildProcess {
  const keeper = spawn('/bin/sh', ['-c', script], { detached: true, stdio: ['pipe', 'ignore', 'ignore'], env: {} });
  // Without a keeper commands run all the same; only an unclean death would then leave some behind.
  keeper.on('error', () => undefined);
  keeper.stdin?.on('error', () => undefined);
  keeper.unref();
  return keeper;
}
