import { readdirSync, readFileSync } from 'node:fs';

/** What a process of the local service is for. */
export const kinds = ['gateway', 'authorizer', 'endpoint', 'database', 'agents', 'background'] as const;
export type Kind = (typeof kinds)[number];

/** Milliseconds of CPU time by kind. */
export type CpuTimes = Readonly<Record<Kind, number>>;

/** The clock tick of /proc, which Linux shows to programs as 100 a second on every architecture. */
const MILLISECONDS_PER_TICK = 10;

const LOOK_EVERY_MS = 5_000;

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly milliseconds: number;
}

/** CPU time of the processes of a service, which may come and go. */
export type Look = ReadonlyMap<number, { readonly kind: Kind; readonly milliseconds: number }>;

/**
 * @param pid of the process that holds gateway, AWS endpoint and edge
 * @param endpoints ids of the functions whose calls are measured; other functions work in the background
 */
export function lookAt(pid: number, endpoints: readonly string[]): Look {
  return new Map(
    familyOf(pid).map((one) => [
      one.pid,
      { kind: one.pid === pid ? 'gateway' : kindOf(one.pid, endpoints), milliseconds: one.milliseconds },
    ]),
  );
}

/** What was used between two looks. Of a process that ended between them, nothing is known. */
export function used(before: Look, after: Look): CpuTimes {
  const times = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<Kind, number>;
  for (const [pid, { kind, milliseconds }] of after) times[kind] += milliseconds - (before.get(pid)?.milliseconds ?? 0);
  return times;
}

/** Looks again and again, so that also what a process used that ended counts, but for its last moments. */
export class CpuMeter {
  readonly #look: () => Look;
  readonly #before: Look;
  readonly #latest = new Map<number, { readonly kind: Kind; readonly milliseconds: number }>();
  readonly #timer: NodeJS.Timeout;

  constructor(pid: number, endpoints: readonly string[]) {
    this.#look = () => lookAt(pid, endpoints);
    this.#before = this.#look();
    this.#timer = setInterval(() => this.#again(), LOOK_EVERY_MS);
  }

  end(): CpuTimes {
    clearInterval(this.#timer);
    this.#again();
    return used(this.#before, this.#latest);
  }

  #again(): void {
    for (const [pid, found] of this.#look()) this.#latest.set(pid, found);
  }
}

export function totalOf(times: CpuTimes): number {
  return kinds.reduce((sum, kind) => sum + times[kind], 0);
}

/** Memory that a process has, in megabytes. */
export function residentMegabytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

export function ownMilliseconds(pid: number): number {
  return processOf(pid)?.milliseconds ?? 0;
}

function familyOf(pid: number): readonly Process[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => processOf(Number(name)) ?? []);
  const family = all.filter((process) => process.pid === pid);
  for (const { pid: parent } of family) family.push(...all.filter((process) => process.parent === parent));
  return family;
}

function processOf(pid: number): Process | undefined {
  const stat = read(`/proc/${pid}/stat`);
  // The program's name stands in brackets and may hold anything; the fields after it are numbered from 3 on.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields.length < 15) return undefined;
  const [user, system] = [Number(fields[11]), Number(fields[12])];
  return { pid, parent: Number(fields[1]), milliseconds: (user + system) * MILLISECONDS_PER_TICK };
}

function kindOf(pid: number, endpoints: readonly string[]): Kind {
  const command = read(`/proc/${pid}/cmdline`);
  if (command.includes('DynamoDbServer')) return 'database';
  if (!command.includes('bootstrap.mjs')) return 'agents';
  const [, name = ''] = /(?:^|\0)AWS_LAMBDA_FUNCTION_NAME=([^\0]*)/.exec(read(`/proc/${pid}/environ`)) ?? [];
  if (name.endsWith('-authorize')) return 'authorizer';
  return endpoints.some((endpoint) => name.endsWith(`-${endpoint}`)) ? 'endpoint' : 'background';
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The process ended meanwhile.
    return '';
  }
}
