/**
 * `npm run bench:snapshots [-- --snapshots 200]`: the pace of snapshots of running sandboxes under EC2's quotas, with
 * the real worker in simulated time.
 *
 * The results show whether the worker's pauses and its reserved concurrency suffice for a limit of snapshots per owner,
 * and that no snapshot is lost to a quota.
 */
import { parseArgs } from 'node:util';
import { budgetOf } from '../../../infra/settings/concurrency-budget.ts';
import { median, quantile } from '../statistics.ts';
import type { Quota } from './disks-under-quota.ts';
import { type Pace, paceOf } from './snapshot-pace.ts';

// The log of the worker, which has a line for each refusal.
console.warn = () => undefined;

const { values } = parseArgs({ options: { snapshots: { type: 'string', default: '200' } } });
const snapshots = Number(values.snapshots);
if (!Number.isInteger(snapshots) || snapshots < 1) throw new Error('--snapshots must be a whole number, 1 or more.');

/** The published limits. Those of the account are not published: these are assumptions. */
const quota: Quota = { ofVolume: 5, ofAccount: 100, perSecond: 5, inRegion: 100_000 };
const usual = { snapshots, quota, copySeconds: 60, workers: budgetOf(1_000)['reconcile-snapshot'] ?? 0 };

const scenarios = {
  'of one sandbox': { ...usual, sandboxes: 1 },
  'of a sandbox each': { ...usual, sandboxes: snapshots },
  'of a sandbox each, 20 in progress in the account': {
    ...usual,
    sandboxes: snapshots,
    quota: { ...quota, ofAccount: 20 },
  },
  'of a sandbox each, one request a second': { ...usual, sandboxes: snapshots, quota: { ...quota, perSecond: 1 } },
} as const;

function line(name: string, { ready, failed, lost, seconds, requests, refusals, most }: Pace): string {
  const times = seconds.length === 0 ? [] : [median(seconds), quantile(seconds, 0.95), Math.max(...seconds)];
  const refused = [...refusals].map(([code, count]) => `${count} ${code}`).join(', ') || 'none';
  const cells = [name, ready, failed, lost, ...times.map((value) => value.toFixed(0)), requests, refused];
  return `| ${[...cells, most.ofAccount].join(' | ')} |`;
}

console.log(
  `| ${snapshots} snapshots | READY | ERROR | lost | p50 s | p95 s | last s | requests | refused | most at once |`,
);
console.log('|---|--:|--:|--:|--:|--:|--:|--:|---|--:|');
let lost = 0;
for (const [name, scenario] of Object.entries(scenarios)) {
  const pace = await paceOf(scenario);
  lost += pace.lost + pace.failed;
  console.log(line(name, pace));
}
if (lost > 0) {
  console.error(`${lost} snapshots did not become READY.`);
  process.exitCode = 1;
}
