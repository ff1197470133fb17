import { readdirSync, readFileSync } from 'node:fs';
import { CANARY, keepCommand } from './secrets-of-run.ts';

const EVERY_MS = 250;

/** A canary in plain text and in base64 at any offset. */
const TRACES = [0, 1, 2].map((shift) => {
  const encoded = Buffer.from(`${'x'.repeat(shift)}${CANARY}`).toString('base64');
  // The characters at both ends depend on the surrounding text.
  return encoded.slice(shift === 0 ? 0 : shift + 1, -4);
});
const TRACE = new RegExp([CANARY, ...TRACES].join('|'));

/** Watches command lines while tests run, because processes with a secret can be short-lived. */
export class ProcessWatch {
  private readonly timer: NodeJS.Timeout;
  private readonly found = new Set<string>();

  constructor() {
    this.timer = setInterval(() => this.look(), EVERY_MS);
    this.timer.unref();
  }

  end(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    for (const pid of processIds()) {
      const command = commandOf(pid);
      if (!TRACE.test(command) || this.found.has(command) || !descendsFromHere(pid)) continue;
      this.found.add(command);
      keepCommand(command);
    }
  }
}

function processIds(): readonly string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    // Only Linux exposes processes as files. Other systems are not watched.
    return [];
  }
}

function descendsFromHere(pid: string): boolean {
  for (let at = Number(pid); at > 1; at = parentOf(at)) if (at === process.pid) return true;
  return false;
}

function parentOf(pid: number): number {
  // The program name in parentheses comes first and can contain any character.
  const [, parent] = /^\d+ \(.*\) \S (\d+)/s.exec(read(`/proc/${pid}/stat`)) ?? [];
  return Number(parent ?? 0);
}

function commandOf(pid: string): string {
  return read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The process has ended.
    return '';
  }
}
