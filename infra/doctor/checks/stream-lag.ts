import { GetMetricDataCommand } from '@aws-sdk/client-cloudwatch';
import { paginateListEventSourceMappings } from '@aws-sdk/client-lambda';
import type { Account } from '../account/account.ts';
import { ofType, STACK_ACTIONS } from '../account/stacks.ts';
import { defineCheck, error, type Finding, ok, type Subject, warning } from '../check.ts';

/** How far back the age of records is looked at, and what is too old. */
const MINUTES = 15;
const LATE_SECONDS = 60;
/** Lambda gives a record up after an hour. */
const LOST_SECONDS = 30 * 60;

interface Reader {
  readonly function: string;
  readonly id: string;
  readonly state: string;
  readonly result: string;
  /** The oldest record that it took lately; null when there was none. */
  readonly ageSeconds: number | null;
}

export const streamLag = defineCheck<readonly Reader[]>({
  id: 'stream-lag',
  about: 'how late the workers read the changes of tables, and whether they read them at all',
  when: ['after'],
  actions: ['lambda:ListEventSourceMappings', 'cloudwatch:GetMetricData', ...STACK_ACTIONS],
  async read(account, subject) {
    const mappings = await mappingsOf(account);
    const ages = await agesOf(account, [...new Set(mappings.map((mapping) => mapping.function))], subject);
    return mappings.map((mapping) => ({ ...mapping, ageSeconds: ages.get(mapping.function) ?? null }));
  },
  judge(readers) {
    if (readers.length === 0) return [nothing()];
    const findings = [...readers.flatMap(stopped), ...late(readers)];
    return findings.length > 0 ? findings : [ok(`${readers.length} readers of streams are in time.`)];
  },
});

async function mappingsOf({ lambda, stacks }: Account): Promise<readonly Omit<Reader, 'ageSeconds'>[]> {
  const functions = new Set(ofType(await stacks(), 'AWS::Lambda::Function'));
  const found: Omit<Reader, 'ageSeconds'>[] = [];
  for await (const { EventSourceMappings = [] } of paginateListEventSourceMappings({ client: lambda }, {})) {
    for (const {
      FunctionArn,
      UUID: id = '',
      State: state = '',
      LastProcessingResult: result = '',
    } of EventSourceMappings) {
      const name = FunctionArn?.split(':')[6] ?? '';
      if (functions.has(name)) found.push({ function: name, id, state, result });
    }
  }
  return found;
}

async function agesOf(
  { cloudWatch }: Account,
  functions: readonly string[],
  { now }: Subject,
): Promise<ReadonlyMap<string, number>> {
  if (functions.length === 0) return new Map();
  const queries = functions.map((Value, index) => ({
    Id: `f${index}`,
    MetricStat: {
      Metric: { Namespace: 'AWS/Lambda', MetricName: 'IteratorAge', Dimensions: [{ Name: 'FunctionName', Value }] },
      Period: 60,
      Stat: 'Maximum',
    },
  }));
  const StartTime = new Date(now.getTime() - MINUTES * 60_000);
  const { MetricDataResults = [] } = await cloudWatch.send(
    new GetMetricDataCommand({ MetricDataQueries: queries, StartTime, EndTime: now }),
  );
  return new Map(
    MetricDataResults.flatMap(({ Id, Values = [] }) => {
      const name = functions[Number(Id?.slice(1))];
      return name === undefined || Values.length === 0 ? [] : [[name, Math.max(...Values) / 1000] as const];
    }),
  );
}

function nothing(): Finding {
  const means = 'Nothing reacts to what callers ask for but the sweep, once a minute.';
  return error(
    'No function of the stacks reads a stream.',
    means,
    'Deploy this checkout; `npx cdk diff` says what differs.',
  );
}

function stopped({ function: name, id, state, result }: Reader): readonly Finding[] {
  if (state !== 'Enabled') {
    const means = 'What callers ask for waits for the sweep, or is never done.';
    return [
      error(
        `The stream of ${name} is ${state}.`,
        means,
        `Run \`aws lambda update-event-source-mapping --uuid ${id} --enabled\`.`,
      ),
    ];
  }
  if (!result.startsWith('PROBLEM')) return [];
  const remedy = `Read the log of ${name}; the permissions of its role and its table's stream are the usual causes.`;
  return [error(`Lambda cannot read the stream of ${name}: ${result}.`, 'It takes no changes any more.', remedy)];
}

function late(readers: readonly Reader[]): readonly Finding[] {
  const ages = new Map(readers.map((reader) => [reader.function, reader.ageSeconds ?? 0]));
  return [...ages].flatMap(([name, seconds]) => {
    if (seconds < LATE_SECONDS) return [];
    const says = `${name} took a change that was ${Math.round(seconds)} s old, within the last ${MINUTES} minutes.`;
    const remedy = `Read its log for errors and throttling, and look at its concurrency.`;
    if (seconds < LOST_SECONDS) return [warning(says, 'Starts, pauses and webhooks come that much later.', remedy)];
    return [error(says, 'It holds a change that fails again and again; after an hour it is given up.', remedy)];
  });
}
