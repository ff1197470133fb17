import { answerOf } from '../../../../shared/client/answer-of.ts';
import type { components } from '../../../../shared/client/api-types.ts';
import type { ServiceClient } from '../../../../shared/client/service-client.ts';
import { count, dollars } from '../../../../shared/presentation/money.ts';
import { duration, isoTime } from '../../../../shared/presentation/time.ts';
import { usageGroups } from '../../arguments/choices.ts';
import { momentOf } from '../../arguments/moment.ts';
import { verb } from '../../command.ts';
import { wrongUsage } from '../../output/failure.ts';
import type { Output } from '../../output/output.ts';
import { plain } from '../../output/plain.ts';

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
    const now = new Date();
    const query = {
      group_by: by,
      ...(from === undefined ? {} : { from: momentOf('from', from, now).toISOString() }),
      ...(to === undefined ? {} : { to: momentOf('to', to, now).toISOString() }),
    };
    const client = await open();
    if (csv) process.stdout.write(forTerminal(await csvOf(client, query)));
    else await show(await wholeReport(client, query), out);
  },
});

type Query = { readonly group_by: Report['group_by']; readonly from?: string; readonly to?: string };

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
        params: { query: { ...query, format: 'json', limit: 1000, ...(page_id === null ? {} : { page_id }) } },
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
        { title: 'API calls', of: (row) => count(row.api_calls), align: 'right' },
        { title: 'cost', of: (row) => dollars(Number(row.cost_usd), 4), align: 'right' },
      ],
    );
    const { price_list: prices } = report;
    const last = `${isoTime(new Date(report.from))} to ${isoTime(new Date(report.to))}, at the list prices of ${prices.region}.`;
    return `${lines}\n\n${last}`;
  });
}

const hours = (seconds: number): string => (seconds / 3600).toFixed(2);
