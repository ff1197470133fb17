import type { Measurement } from '../../contract/shapes/measurement.ts';
import { MEASURE_MARK } from '../sandboxes/agent/log-lines.ts';
import type { Sandbox } from '../sandboxes/record/sandbox.ts';
import { logStreamOf } from '../sandboxes/record/task-history.ts';
import { tasksOf } from './read-logs.ts';
import type { LogEvent, MarkedLines, Range } from './task-logs.ts';

/** Counters and gauges of one line. All are optional: a sandbox may lack some, and is not trusted. */
const NAMES = ['cpu_us', 'memory', 'disk_used', 'disk_total', 'disk_left', 'received', 'sent'] as const;
export type Sample = { readonly [Name in (typeof NAMES)[number]]?: number } & { readonly time: number };

const VALUE = /\b([a-z_]{1,20})=(\d{1,15})\b/g;

/** The longest line to read, in characters. */
const LONGEST_LINE = 500;

/** @returns undefined for a line that is not a measurement */
export function sampleOf({ time, message }: LogEvent): Sample | undefined {
  if (!message.startsWith(`${MEASURE_MARK} `) || message.length > LONGEST_LINE) return undefined;
  const found = [...message.matchAll(VALUE)].map(([, name, value]) => [name, Number(value)] as const);
  const known = found.filter(([name]) => (NAMES as readonly (string | undefined)[]).includes(name));
  return known.length === 0 ? undefined : { ...Object.fromEntries(known), time };
}

/** Two lines can be this near to each other at least, in milliseconds. Nearer ones would give wild rates. */
const NEAREST = 5_000;

/** The most measurements of a response: one for each minute of a day, and some for the starts. */
const MOST = 1_600;

/** The most calls to CloudWatch for one response. */
const MOST_CALLS = 40;

/** A line before the first measurement of the range shows what was used since. */
const BEFORE = 120_000;

/** The measurements of a sandbox in a range of time, oldest first. */
export async function measurementsOf(
  sandbox: Sandbox,
  range: Range & { readonly until: number },
  logs: MarkedLines,
): Promise<readonly Measurement[]> {
  const wide = { since: range.since - BEFORE, until: range.until };
  const found: Measurement[] = [];
  let calls = 0;
  for (const task of tasksOf(sandbox, { range: wide })) {
    let previous: Sample | undefined;
    for (let token: string | undefined; calls < MOST_CALLS; calls += 1) {
      const page = await logs.search(logStreamOf(sandbox, task), MEASURE_MARK, wide, token);
      for (const event of page.events) {
        const sample = sampleOf(event);
        if (!sample || (previous && sample.time - previous.time < NEAREST)) continue;
        if (sample.time >= range.since && found.length < MOST)
          found.push({ ...measured(sandbox, sample, previous), generation: task.generation });
        previous = sample;
      }
      if (page.next === null) break;
      token = page.next;
    }
  }
  return found;
}

/** What the sandbox used since the previous line. A counter that went down began anew, so it says nothing. */
function measured(sandbox: Sandbox, sample: Sample, previous: Sample | undefined): Omit<Measurement, 'generation'> {
  const size = sandbox.launch?.size ?? null;
  const since = (name: 'cpu_us' | 'received' | 'sent'): number | null => {
    const [now, before] = [sample[name], previous?.[name]];
    return now === undefined || before === undefined || now < before ? null : now - before;
  };
  const cpu = since('cpu_us');
  const microseconds = previous === undefined ? 0 : (sample.time - previous.time) * 1_000;
  return {
    time: new Date(sample.time).toISOString(),
    cpu_percent: cpu === null ? null : Math.round((cpu / microseconds) * 1_000) / 10,
    vcpu: size === null ? null : size.cpu_units / 1_024,
    memory_used_bytes: sample.memory ?? null,
    memory_total_bytes: size === null ? null : size.memory_megabytes * 1024 ** 2,
    disk_used_bytes: sample.disk_used ?? null,
    disk_total_bytes: sample.disk_total ?? null,
    network_received_bytes: since('received'),
    network_sent_bytes: since('sent'),
  };
}
