import type * as z from 'zod';
import type { UsageGrouping } from '../../../contract/billing/billing.ts';
import type { UsageRow } from './usage-row.ts';

export type Grouping = z.infer<typeof UsageGrouping>;

/** By what usage is added up. */
export interface GroupedBy {
  readonly groupBy: Grouping;
  /** Another thing, by which each group is split. */
  readonly splitBy?: Grouping | undefined;
}

/** A group of a report, and a split of it: null for what belongs to none, and where groups are not split. */
export interface Place {
  readonly group: string | null;
  readonly split: string | null;
}

interface KeyHour {
  readonly keyId: string;
  readonly hour: string;
}

/** The places that share the part of an interval on a day; one at least. */
export function placesOf(row: UsageRow, day: string, { groupBy, splitBy }: GroupedBy): readonly Place[] {
  const splits = splitBy === undefined ? [null] : groupsOf(row, day, splitBy);
  return groupsOf(row, day, groupBy).flatMap((group) => splits.map((split) => ({ group, split })));
}

function groupsOf(row: UsageRow, day: string, groupBy: Grouping): readonly (string | null)[] {
  switch (groupBy) {
    case 'day':
      return [day];
    case 'sandbox':
      return [row.sandbox_id];
    case 'conversation':
      return row.conversation_ids.length === 0 ? [null] : row.conversation_ids;
    case 'key':
      return [row.api_key_id];
    case 'spec':
      return [row.spec_id];
  }
}

/** The place of a key's calls in an hour (UTC, as `2026-11-21T20`). */
export function placeOfCalls(calls: KeyHour, { groupBy, splitBy }: GroupedBy): Place {
  return { group: groupOfCalls(calls, groupBy), split: splitBy === undefined ? null : groupOfCalls(calls, splitBy) };
}

function groupOfCalls({ keyId, hour }: KeyHour, groupBy: Grouping): string | null {
  if (groupBy === 'day') return hour.slice(0, 10);
  return groupBy === 'key' ? keyId : null;
}
