import { getUsage as endpoint } from '../../shared/contract/billing/billing.ts';
import { onlyFor } from '../../shared/contract/endpoint/audience.ts';
import { amountsView, microUsdOf } from '../../shared/domain/billing/usage/amounts.ts';
import { type ApiCallCounts, DynamoApiCallCounts } from '../../shared/domain/billing/usage/dynamo-api-call-counts.ts';
import { type PriceList, tableAt } from '../../shared/domain/billing/usage/prices.ts';
import { type Report, reportOf } from '../../shared/domain/billing/usage/report.ts';
import { spanOf, unlessTooMuch, wantsCsv } from '../../shared/domain/billing/usage/request.ts';
import type { UsageLedger } from '../../shared/domain/billing/usage/usage-ledger.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { documents } from '../../shared/platform/aws/documents.ts';
import { type Clock, systemClock, timestamp } from '../../shared/platform/clock.ts';
import { pageIdAfter, positionOf } from '../../shared/platform/paging.ts';
import { csvOf } from '../../shared/presentation/csv.ts';
import { usageLedger, usagePrices } from '../../shared/wiring/billing.ts';

interface Deps {
  readonly ledger: Pick<UsageLedger, 'intervals'>;
  readonly calls: ApiCallCounts;
  readonly prices: PriceList;
  readonly now: Clock;
}

/** Every key that is read contains the owner, so no other owner's usage can be found. */
export const getUsage = implement(
  endpoint,
  async ({ query, caller, request: { accept } }, { ledger, calls, prices, now: clock }: Deps) => {
    const { ownerId, keyId } = caller;
    const personId = onlyFor(caller);
    const reader = personId === undefined ? undefined : { personId, keyId };
    const now = clock();
    const span = spanOf(query, now);
    const { group_by: groupBy, split_by: splitBy } = query;
    const scope = { ownerId, list: 'usage', filters: { from: query.from, to: query.to, groupBy, splitBy } };
    const after = positionOf(query.page_id, scope);
    const report = await unlessTooMuch(async () => {
      const [rows, counts] = await Promise.all([ledger.intervals(ownerId, span, now), calls.of(ownerId, span)]);
      return reportOf(rows, counts, { span, groupBy, splitBy, reader, tables: prices.tables });
    });
    const views = report.groups.map(({ group, split, amounts, microUsd }) => ({
      group,
      ...(splitBy === undefined ? {} : { split }),
      ...amountsView(amounts, microUsd),
    }));
    if (wantsCsv(query.format, accept))
      return csvOf(
        [groupBy, ...(splitBy === undefined ? [] : [splitBy]), ...names(report), 'price_region'],
        views.map((view) => [...Object.values(view), prices.region]),
      );
    const start = after === null ? 0 : views.findIndex((view) => position(view) > after);
    const items = start < 0 ? [] : views.slice(start, start + query.limit);
    const last = items.at(-1);
    const hasMore = last !== undefined && last !== views.at(-1);
    return {
      ...span,
      as_of: timestamp(now),
      group_by: groupBy,
      split_by: splitBy,
      currency: 'USD' as const,
      price_list: priceListView(prices, span.to),
      items,
      totals: amountsView(report.totals, microUsdOf(report.totals)),
      next_page_id: pageIdAfter(hasMore ? position(last) : null, scope),
    };
  },
);

function priceListView({ region, serviceRegion, tables }: PriceList, at: string) {
  return { region, service_region: serviceRegion, read_on: tableAt(tables, at).readOn };
}

/** The columns after the group and its split. */
function names({ totals }: Report): string[] {
  return Object.keys(amountsView(totals, 0));
}

/** The sort position of an item: by group, then by split. `!` occurs in no name and sorts first. */
function position({ group, split }: { readonly group: string | null; readonly split?: string | null }): string {
  return (split === undefined ? [group] : [group, split]).map(place).join('!');
}

/** Sorts by name, with null last. */
function place(name: string | null): string {
  return name === null ? '~~' : `!${name}`;
}

export const handler = serve(getUsage, (granted) => ({
  ledger: usageLedger(granted),
  calls: new DynamoApiCallCounts(documents(), granted),
  prices: usagePrices(),
  now: systemClock,
}));
