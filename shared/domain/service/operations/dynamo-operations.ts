import { DeleteCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { AnnouncementLevel } from '../../../contract/shapes/announcement.ts';
import { ifConditionHolds } from '../../../platform/aws/conditional-write.ts';
import { type Change, type Condition, exists, isShorter, updateOf, when } from '../../../platform/aws/expressions.ts';
import { getItem } from '../../../platform/aws/get-item.ts';
import { allRows, queryPages } from '../../../platform/aws/pages.ts';
import { rowReader } from '../../../platform/aws/rows.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import { epochSeconds, timestamp } from '../../../platform/clock.ts';
import { AppError, NotFoundError } from '../../../platform/errors.ts';
import type { Tables } from '../../../rights/statement.ts';

const ANNOUNCEMENT = 'announcement';
const FAILURES = 'failures';
const SUMMARY = 'summary';

/** More would push each other out of sight. */
export const MAX_ANNOUNCEMENTS = 20;

/** How long failures are kept, in seconds: longer than the day that is shown. */
const KEPT = 3 * 24 * 60 * 60;

const HOUR = 3_600_000;

export interface Announcement {
  readonly id: string;
  readonly text: string;
  readonly level: AnnouncementLevel;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly created_at: string;
  readonly created_by: string;
}

const readAnnouncement = /* @__PURE__ */ rowReader(
  'announcement',
  z.object({
    entry_id: z.string(),
    text: z.string(),
    level: z.enum(['info', 'warning', 'critical']),
    starts_at: z.string(),
    ends_at: z.string(),
    created_at: z.string(),
    created_by: z.string(),
  }),
);

const readSummary = /* @__PURE__ */ rowReader('summary', z.object({ at: z.string(), document: z.string() }));

/** Rows of the whole deployment. None belongs to an owner. */
export class DynamoOperations<Granted extends Tables<'operations'> = Tables<'operations'>> extends TableStore<Granted> {
  /** Those that have not ended, in the order of their starts. */
  async announcements(now: Date): Promise<readonly Announcement[]> {
    // DynamoDB removes ended ones within days, so there can be more rows than announcements.
    const pages = queryPages(this.documents, {
      TableName: this.tables.operations,
      KeyConditionExpression: 'kind = :kind',
      FilterExpression: 'ends_at > :now',
      ExpressionAttributeValues: { ':kind': ANNOUNCEMENT, ':now': timestamp(now) },
      ConsistentRead: true,
    });
    return (await allRows(pages, readAnnouncement))
      .map(({ entry_id: id, ...row }) => ({ id, ...row }))
      .toSorted((a, b) => (a.starts_at < b.starts_at ? -1 : 1));
  }

  /** @throws AppError `conflict` when there are too many; two at once can exceed the bound by one */
  async announce({ id, ...row }: Announcement, now: Date): Promise<void> {
    if ((await this.announcements(now)).length >= MAX_ANNOUNCEMENTS) {
      throw new AppError('conflict', `There are ${MAX_ANNOUNCEMENTS} announcements. Delete one first.`);
    }
    const Item = { kind: ANNOUNCEMENT, entry_id: id, ...row, expires_at: epochSeconds(new Date(row.ends_at)) };
    await this.documents.send(new PutCommand({ TableName: this.tables.operations, Item }));
  }

  /** @throws NotFoundError */
  async withdraw(id: string): Promise<void> {
    const Key = { kind: ANNOUNCEMENT, entry_id: id };
    const command = new DeleteCommand({ TableName: this.tables.operations, Key, ...when(exists('kind')) });
    if ((await ifConditionHolds(this.documents.send(command))) === undefined)
      throw new NotFoundError('Announcement', id);
  }

  /** Adds to the counts of the hour. Texts of users can be in reasons, so later new ones share a name. */
  async addFailures(byReason: ReadonlyMap<string, number>, now: Date): Promise<void> {
    let known: ReadonlySet<string> | undefined;
    const names = { reasons: new Set(byReason.keys()) };
    const more = this.#addToHour({ ...countsOf(byReason), ...names }, now, isShorter('reasons', MOST_REASONS));
    await ifConditionHolds(more, ({ Item = {} }) => {
      known = new Set(Object.keys(Item));
    });
    if (known) await this.#addToHour(countsOf(byReason, known), now);
  }

  #addToHour(add: Change['add'], now: Date, condition?: Condition) {
    const command = new UpdateCommand({
      TableName: this.tables.operations,
      Key: { kind: FAILURES, entry_id: hourOf(now) },
      ...updateOf({ set: { expires_at: epochSeconds(now) + KEPT }, add, when: condition }),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    return this.documents.send(command);
  }

  /** The failures of the last 24 hours by reason, the most frequent first. */
  async failures(now: Date): Promise<readonly { readonly reason: string; readonly count: number }[]> {
    const { Items = [] } = await this.documents.send(
      new QueryCommand({
        TableName: this.tables.operations,
        KeyConditionExpression: 'kind = :kind AND entry_id > :from',
        ExpressionAttributeValues: { ':kind': FAILURES, ':from': hourOf(new Date(now.getTime() - 24 * HOUR)) },
      }),
    );
    const sums = new Map<string, number>();
    for (const [name, count] of Items.flatMap((row) => Object.entries(row))) {
      if (!name.startsWith(REASON) || typeof count !== 'number') continue;
      sums.set(name.slice(REASON.length), (sums.get(name.slice(REASON.length)) ?? 0) + count);
    }
    return [...sums].map(([reason, count]) => ({ reason, count })).toSorted((a, b) => b.count - a.count);
  }

  async saveSummary(document: string, now: Date): Promise<void> {
    const Item = { kind: SUMMARY, entry_id: 'latest', at: timestamp(now), document };
    await this.documents.send(new PutCommand({ TableName: this.tables.operations, Item }));
  }

  async summary(): Promise<{ readonly at: string; readonly document: string } | undefined> {
    const row = await getItem(this.documents, this.tables.operations, { kind: SUMMARY, entry_id: 'latest' });
    return row && readSummary(row);
  }
}

/** The prefix of the attributes that count a reason. */
const REASON = 'reason ';

/** Reasons of an hour. It bounds the row, and what the overview reads. */
const MOST_REASONS = 50;

/** @param known the attributes of a row that has no room for others: those count as `other` of their kind */
function countsOf(
  byReason: ReadonlyMap<string, number>,
  known?: ReadonlySet<string>,
): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [reason, count] of byReason) {
    const name = `${REASON}${reason}`;
    const other = `${REASON}${reason.slice(0, reason.indexOf(':'))}: other`;
    const counted = known === undefined || known.has(name) ? name : other;
    counts[counted] = (counts[counted] ?? 0) + count;
  }
  return counts;
}

function hourOf(time: Date): string {
  return timestamp(time).slice(0, 13);
}
