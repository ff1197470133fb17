import * as z from 'zod';
import { MEMORY_MEGABYTES, requestMs, usdOf1000 } from './cost.ts';
import type { BatchCost, HistoryCost, HistoryCosts } from './measure-ingest.ts';

/** Figures of an earlier commit, by the size of the batch. */
export const Before = z.object({
  commit: z.string(),
  command: z.string(),
  costs: z.array(z.object({ size: z.int(), cpuMs: z.number(), calls: z.number(), writeUnits: z.number() })),
});
export type Before = z.infer<typeof Before>;

const headings = [
  'events of a batch',
  'CPU of an event, ms',
  'before',
  'events a second and core',
  'calls',
  'write units of an event',
  `ms of a request at ${MEMORY_MEGABYTES} MB`,
  'USD of 1,000 events',
];

export function reportBatches(costs: readonly BatchCost[], before: Before): string {
  const rows = costs.map((cost) => {
    const earlier = before.costs.find(({ size }) => size === cost.size);
    return [
      String(cost.size),
      (cost.cpuMs / cost.size).toFixed(2),
      earlier ? (earlier.cpuMs / earlier.size).toFixed(2) : '',
      ((cost.size * 1_000) / cost.cpuMs).toFixed(0),
      cost.calls.toFixed(0),
      (cost.writeUnits / cost.size).toFixed(1),
      requestMs(cost).toFixed(0),
      usdOf1000(cost).toFixed(5),
    ];
  });
  return `${tableOf(headings, rows)}

Medians over the rounds, through the function of the webhook with the stores behind it. before: commit ${before.commit}, \`${before.command}\`.
Events as agents make them at work, 0.2 to 1.7 KB each. Write units as DynamoDB counts them, from the requests. The
cost is that of API Gateway, Lambda and DynamoDB by the price list, without what is stored.`;
}

export function reportHistories({ short, long, pageRatio, appendRatio }: HistoryCosts): string {
  const row = ({ events, pageUnits, pageMs, appendUnits, appendMs }: HistoryCost, ratios: readonly number[]) => [
    String(events),
    String(pageUnits),
    pageMs.toFixed(1),
    String(appendUnits),
    appendMs.toFixed(1),
    ratios.map((ratio) => ratio.toFixed(2)).join(', '),
  ];
  const names = [
    'events of a history',
    'last page, read units',
    'ms',
    'batch of 5 behind it, write units',
    'ms',
    'times',
  ];
  return tableOf(names, [row(short, [1, 1]), row(long, [pageRatio, appendRatio])]);
}

function tableOf(names: readonly string[], rows: readonly (readonly string[])[]): string {
  return [names, names.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
