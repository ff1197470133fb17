import { readdirSync, readFileSync } from 'node:fs';

/** What a process of the local service is for. */
export const kinds = ['gateway', 'authorizer', 'endpoint', 'database', 'agents', 'background'] as const;
export type Kind = (typeof kinds)[number];

/** Milliseconds of CPU time by kind. */
export type CpuTimes = Readonly<Record<Kind, number>>;

/** The clock tick of /proc, which Linux shows to programs as 100 a second on every architecture. */
const MILLISECONDS_PER_TICK = 10;

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly milliseconds: number;
}

/**
 * CPU time of the service's processes since each began.
 *
 * @param pid of the process that holds gateway, AWS endpoint and edge
 * @param endpoints names of the functions whose calls are measured; other functions work in the background
 */
export function cpuTimes(pid: number, endpoints: readonly string[]): CpuTimes {
  const times = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<Kind, number>;
  for (const process of familyOf(pid)) {
    times[process.pid === pid ? 'gateway' : kindOf(process.pid, endpoints)] += process.milliseconds;
  }
  return times;
}

/** What was used between two looks; a process that ended meanwhile counts as nothing. */
export function used(before: CpuTimes, after: CpuTimes): CpuTimes {
  return Object.fromEntries(kinds.map((kind) => [kind, Math.max(0, after[kind] - before[kind])])) as CpuTimes;
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
