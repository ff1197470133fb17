import { answerOf } from '../../../shared/client/answer-of.ts';
import type { components } from '../../../shared/client/api-types.ts';
import type { ServiceClient } from '../../../shared/client/service-client.ts';
import { count, dollars } from '../../../shared/presentation/money.ts';
import { duration, isoTime } from '../../../shared/presentation/time.ts';
import { usageGroups } from '../arguments/choices.ts';
import { isoOf } from '../arguments/options.ts';
import { verb } from '../command.ts';
import { wrongUsage } from '../output/failure.ts';
import type { Output } from '../output/output.ts';
import { plain } from '../output/plain.ts';
import { serviceClock } from '../service-clock.ts';

type Report = components['schemas']['UsageReport'];
type Group = Report['items'][number];

export const usage = verb({
  command: 'usage',
  describe: 'Show usage and cost (default: this month)',
  options: {
    from: { type: 'string', requiresArg: true, describe: 'Start: 2027-01-01, 30d' },
    to: { type: 'string', requiresArg: true, describe: 'End, exclusive' },
    by: { choices: usageGroups, default: 'day' as const, requiresArg: true, describe: 'Group by' },
    csv: { type: 'boolean', describe: 'Print CSV' },
  },
  examples: [
    ['usage --by sandbox', 'This month, by sandbox'],
    ['usage --from 2027-01-01 --to 2027-02-01 --csv > january.csv', 'For a spreadsheet'],
  ],
  run: async ({ from, to, by, csv }, { out, client: open }) => {
    if (csv && out.json) throw wrongUsage('--csv and --json cannot be combined.');
    const now = serviceClock.now();
    const query = {
      group_by: by,
      from: isoOf('from', from, now),
      to: isoOf('to', to, now),
    };
    const client = await open();
    if (csv) process.stdout.write(forTerminal(await csvOf(client, query)));
    else await show(await wholeReport(client, query), out);
  },
});

type Query = Partial<Pick<Report, 'from' | 'to'>> & Pick<Report, 'group_by'>;

const forTerminal = (text: string): string => (process.stdout.isTTY ? plain(text) : text);

async function csvOf({ api }: ServiceClient, query: Query): Promise<string> {
  const params = { query: { ...query, format: 'csv' as const } };
  return String(await answerOf(api.GET('/api/v1/usage', { params, parseAs: 'text' })));
}

/** All pages as one report. */
async function wholeReport({ api }: ServiceClient, query: Query): Promise<Report> {
  const pageOf = (page_id: string | null) =>
    answerOf(
      api.GET('/api/v1/usage', {
        params: { query: { ...query, format: 'json', limit: 1000, page_id: page_id ?? undefined } },
      }),
    ) as Promise<Report>;
  const first = await pageOf(null);
  const items = [...first.items];
  for (let next = first.next_page_id; next !== null; ) {
    const page = await pageOf(next);
    items.push(...page.items);
    next = page.next_page_id;
  }
  return { ...first, items, next_page_id: null };
}

async function show(report: Report, out: Output): Promise<void> {
  const total: Group = { ...report.totals, group: 'total' };
  out.show(report, () => {
    const lines = out.table(
      [...report.items, total],
      [
        { title: report.group_by, of: ({ group }) => group ?? '(none)' },
        { title: 'running', of: (row) => duration(row.compute_seconds * 1000), align: 'right' },
        { title: 'vCPU h', of: (row) => hours(row.vcpu_seconds), align: 'right' },
        { title: 'GB h', of: (row) => hours(row.memory_gb_seconds), align: 'right' },
        { title: 'API requests', of: (row) => count(row.api_calls), align: 'right' },
        { title: 'compute', of: (row) => dollars(row.compute_cost_micro_usd / 1e6, 4), align: 'right' },
        { title: 'models', of: (row) => dollars(row.model_cost_micro_usd / 1e6, 4), align: 'right' },
        { title: 'cost', of: (row) => dollars(Number(row.cost_usd), 4), align: 'right' },
      ],
    );
    const { price_list: prices } = report;
    const last = `${isoTime(new Date(report.from))} to ${isoTime(new Date(report.to))}, at the list prices of ${prices.region}.`;
    return `${lines}\n\n${last}`;
  });
}

const hours = (seconds: number): string => (seconds / 3600).toFixed(2);

export const limits = verb({
  command: 'limits',
  describe: 'Show the limits and the usage of the owner and of this key',
  examples: [['limits --json | jq .sandboxes', 'The limits of concurrent sandboxes']],
  run: async (_, { out, client }) => {
    const { api } = await client();
    const current = await answerOf(api.GET('/api/v1/limits'));
    out.show(current, () =>
      out.table(rowsOf(current), [
        { title: 'limit of', of: ({ name }) => name },
        { title: 'used', of: ({ used }) => used, align: 'right' },
        { title: 'limit', of: ({ limit }) => limit, align: 'right' },
        { title: 'resets', of: ({ resetsAt }) => out.time(resetsAt) },
      ]),
    );
  },
});

interface Row {
  readonly name: string;
  readonly used: string | null;
  readonly limit: string;
  readonly resetsAt: string | null;
}

interface Bound {
  readonly used: number | null;
  readonly limit: number | null;
}

function rowsOf({
  rate_limit: calls,
  sandboxes,
  vcpus,
  snapshots,
  budgets,
}: components['schemas']['CurrentLimits']): readonly Row[] {
  const { month } = budgets;
  const bounds: readonly (readonly [name: string, owner: Bound, key: Bound, text: (amount: number) => string])[] = [
    ['concurrent sandboxes', sandboxes.owner, sandboxes.key, count],
    ['vCPUs of concurrent sandboxes', vcpus.owner, vcpus.key, count],
    [`spend in ${month}`, budgets.owner.usd, budgets.key.usd, (amount) => dollars(amount)],
    [
      `sandbox hours in ${month}`,
      budgets.owner.sandbox_hours,
      budgets.key.sandbox_hours,
      (amount) => Number(amount).toFixed(2),
    ],
  ];
  return [
    { ...row(`API requests in ${duration(calls.window_seconds * 1000)}`, calls, count), resetsAt: calls.reset_at },
    ...bounds.map(([name, owner, , text]) => row(name, owner, text)),
    row('snapshots', snapshots.owner, count),
    // A key without its own limit has that of its owner.
    ...bounds.flatMap(([name, , key, text]) => (key.limit === null ? [] : [row(`${name}, this key`, key, text)])),
  ];
}

function row(name: string, { used, limit }: Bound, text: (amount: number) => string): Row {
  const [usedText, limitText] = [used === null ? null : text(used), limit === null ? 'none' : text(limit)];
  return { name, used: usedText, limit: limitText, resetsAt: null };
}
