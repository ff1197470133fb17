import { MINUTES_OF_MONTH } from '../../../infra/docs/cost/prices.ts';
import type { ScaleFigures } from './scale-bars.ts';
import type { Recovery } from './scenarios/beyond-limits.ts';
import type { Burst, Waits } from './scenarios/burst.ts';
import type { Swept } from './scenarios/sweep.ts';
import { awsLimits, LAMBDA_CONCURRENCY } from './world/aws-limits.ts';

/** The figures as Markdown. */
export function scaleReport({ bursts, sweeps, recoveries }: ScaleFigures): string {
  return [
    '### A burst of starts',
    '',
    `RunTask: ${awsLimits.runTask.perSecond} calls a second. Half of the starts are of one owner,`,
    'the others of owners with ten each; owners with one start come when the burst is on its way.',
    'Seconds until READY: median / longest.',
    '',
    ...table(burstColumns, bursts),
    '',
    '### One sweep of an idle fleet',
    '',
    ...table(sweepColumns, sweeps),
    '',
    '### An idle minute',
    '',
    ...table(priceColumns, sweeps),
    '',
    '### Beyond the limits',
    '',
    'AWS refuses for some minutes, from five seconds after the first start on.',
    '',
    ...table(recoveryColumns, recoveries),
  ].join('\n');
}

type Columns<T> = Readonly<Record<string, (row: T) => string>>;

const waits = (wait: Waits | undefined) => (wait ? `${wait.median.toFixed(0)} / ${wait.longest.toFixed(0)}` : '-');

const burstColumns: Columns<Burst> = {
  starts: ({ starts }) => String(starts),
  READY: ({ ready }) => String(ready),
  'refused to callers': ({ failed }) => String(failed),
  'RunTask refused': ({ throttled }) => String(throttled),
  'launched in (s)': ({ seconds }) => seconds.toFixed(0),
  'of the quota': ({ quotaUsed }) => quotaUsed.toFixed(3),
  'large owner (s)': ({ large }) => waits(large),
  'small owners (s)': ({ small }) => waits(small),
  'late owners (s)': ({ late }) => waits(late),
  [`functions at once, of ${LAMBDA_CONCURRENCY}`]: ({ functionsAtOnce }) => String(functionsAtOnce),
};

const callsOf = (swept: Swept, ...operations: readonly string[]) =>
  String(operations.reduce((sum, operation) => sum + (swept.calls.get(operation) ?? 0), 0));

const sweepColumns: Columns<Swept> = {
  sandboxes: ({ sandboxes }) => String(sandboxes),
  seconds: ({ seconds }) => seconds.toFixed(1),
  workers: ({ workers }) => String(workers),
  'ListTasks, DescribeTasks': (swept) => callsOf(swept, 'ListTasks', 'DescribeTasks'),
  'EC2 lists': (swept) => callsOf(swept, 'DescribeVolumes', 'DescribeSnapshots'),
  'table reads': (swept) => callsOf(swept, 'Query', 'Scan', 'GetItem'),
  'table writes': (swept) => callsOf(swept, 'PutItem', 'UpdateItem', 'TransactWriteItems'),
  'agents asked': (swept) => callsOf(swept, 'agent'),
  'most used limit': ({ limit }) => `${limit.name}: ${limit.used.toFixed(2)}`,
};

const micro = (usd: number) => (usd * 1e6).toFixed(1);

const priceColumns: Columns<Swept> = {
  sandboxes: ({ sandboxes }) => String(sandboxes),
  'micro-USD a minute': ({ usd }) => micro(usd),
  'a sandbox': ({ usd, sandboxes }) => (sandboxes === 0 ? '-' : micro(usd / sandboxes)),
  'USD a month': ({ usd }) => (usd * MINUTES_OF_MONTH).toFixed(2),
  tables: ({ usdByItem }) => micro((usdByItem['reads of tables'] ?? 0) + (usdByItem['writes of tables'] ?? 0)),
  functions: ({ usdByItem }) => micro((usdByItem['runs of functions'] ?? 0) + (usdByItem['time of functions'] ?? 0)),
  edge: ({ usdByItem }) => micro(usdByItem['requests through the edge'] ?? 0),
};

const recoveryColumns: Columns<Recovery> = {
  trouble: ({ name }) => name,
  minutes: ({ minutes }) => String(minutes),
  starts: ({ starts }) => String(starts),
  READY: ({ ready }) => String(ready),
  failed: ({ failed }) => String(failed),
  'RunTask calls a task': ({ calls }) => calls.toFixed(1),
  'backlog at its end': ({ backlog }) => String(backlog),
  'oldest (s)': ({ oldest }) => oldest.toFixed(0),
  'all READY after (s)': ({ recovery }) => recovery.toFixed(0),
  'by the pace alone (s)': ({ atPace }) => atPace.toFixed(0),
  leaks: ({ leaks }) => String(leaks),
};

function table<T>(columns: Columns<T>, rows: readonly T[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const names = Object.keys(columns);
  const body = rows.map((row) => line(Object.values(columns).map((cell) => cell(row))));
  return [line(names), line(names.map(() => '---')), ...body];
}
