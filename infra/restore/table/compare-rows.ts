import type { TableRules } from './restorable-tables.ts';
import { isSame, numberIn, type Row, textIn } from './row.ts';

/**
 * How a restored row compares with the live one. `missing`, `older`: the live row does not exist, or is an earlier
 * version. `differs`: it is a later version, or has none. `final`: it is final, such as a revoked key. `expired`: the
 * restored row has expired. `deleted`: a caller deleted it. `unfinished`: it would start work again. `gone`: EC2 no
 * longer has its EBS snapshot.
 */
export const comparisons = [
  'same',
  'missing',
  'older',
  'differs',
  'final',
  'expired',
  'deleted',
  'unfinished',
  'gone',
] as const;
export type Comparison = (typeof comparisons)[number];

export interface CompareOptions {
  readonly rules: TableRules;
  /** The attribute of the time to live. */
  readonly expiresBy: string | undefined;
  readonly now: Date;
  /** Whether the audit log has the deletion of this row. */
  readonly isDeleted: (restored: Row) => Promise<boolean>;
  /** The EBS snapshots that EC2 has, for a table whose rows are nothing without them. */
  readonly stored?: ReadonlySet<string>;
}

export async function compareRows(
  restored: Row,
  live: Row | undefined,
  { rules, expiresBy, now, isDeleted, stored }: CompareOptions,
): Promise<Comparison> {
  const end = expiresBy === undefined ? undefined : numberIn(restored, expiresBy);
  if (end !== undefined && end * 1000 <= now.getTime()) return 'expired';
  if (live === undefined) {
    if (rules.isUnfinished?.(restored)) return 'unfinished';
    if (await isDeleted(restored)) return 'deleted';
    const data = rules.dataOf?.(restored);
    return data !== undefined && stored?.has(data) === false ? 'gone' : 'missing';
  }
  if (isSame(restored, live)) return 'same';
  if (rules.isFinal?.(live)) return 'final';
  return isOlder(live, restored) ? 'older' : 'differs';
}

/** Compares versions, or else times. */
function isOlder(live: Row, restored: Row): boolean {
  const [was, is] = [numberIn(live, 'version'), numberIn(restored, 'version')];
  if (was !== undefined && is !== undefined) return was < is;
  const [then, now] = [textIn(live, 'updated_at'), textIn(restored, 'updated_at')];
  return then !== undefined && now !== undefined && then < now;
}

export interface Choice {
  readonly replace: boolean;
  readonly deleted: boolean;
}

/** Whether to write a restored row. */
export function isWanted(comparison: Comparison, rules: TableRules, { replace, deleted }: Choice): boolean {
  switch (comparison) {
    case 'missing':
      return true;
    case 'older':
      return rules.replaceable;
    case 'differs':
      return rules.replaceable && replace;
    case 'deleted':
      return deleted && !rules.deletedForGood;
    default:
      return false;
  }
}
