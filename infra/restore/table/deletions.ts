import { type DynamoDBClient, paginateQuery } from '@aws-sdk/client-dynamodb';
import { idsOf, type KeyNames, ownerOf, type Row, textIn } from './row.ts';

/** Actions in the audit log that delete rows. */
const ENDINGS = /^(delete|revoke|remove|unset)-|\.(deleted|revoked|rotated)$/;

/** The age of the oldest backup. */
const OLDEST_DAYS = 36;

interface Deletion {
  readonly at: string;
  readonly ids: ReadonlySet<string>;
}

/** Deletions in the audit log. Reads the log of each owner once. */
export class Deletions {
  readonly #dynamodb: DynamoDBClient;
  readonly #audit: string;
  readonly #now: Date;
  readonly #byOwner = new Map<string, Promise<readonly Deletion[]>>();

  constructor(dynamodb: DynamoDBClient, auditTable: string, now: Date) {
    this.#dynamodb = dynamodb;
    this.#audit = auditTable;
    this.#now = now;
  }

  /** Whether this row was deleted after it was written. */
  async has(row: Row, keys: KeyNames): Promise<boolean> {
    const owner = ownerOf(row, keys);
    if (owner === undefined) return false;
    const ids = idsOf(row, keys);
    const written = textIn(row, 'updated_at') ?? textIn(row, 'created_at') ?? '';
    const deletions = this.#byOwner.get(owner) ?? this.#read(owner);
    this.#byOwner.set(owner, deletions);
    return (await deletions).some(
      (deletion) => deletion.at >= written && [...deletion.ids].some((id) => id !== owner && ids.has(id)),
    );
  }

  async #read(owner: string): Promise<readonly Deletion[]> {
    const since = new Date(this.#now.getTime() - OLDEST_DAYS * 24 * 60 * 60 * 1000).toISOString();
    const found: Deletion[] = [];
    const pages = paginateQuery(
      { client: this.#dynamodb },
      {
        TableName: this.#audit,
        KeyConditionExpression: 'owner_id = :owner AND entry_key >= :since',
        ExpressionAttributeValues: { ':owner': { S: owner }, ':since': { S: since } },
        ConsistentRead: true,
      },
    );
    for await (const { Items = [] } of pages) {
      for (const entry of Items) {
        if (!ENDINGS.test(textIn(entry, 'action') ?? '') || textIn(entry, 'outcome') !== 'success') continue;
        const values = Object.values(entry.resource?.M ?? {}).flatMap(({ S }) => (S === undefined ? [] : [S]));
        found.push({ at: textIn(entry, 'occurred_at') ?? '', ids: new Set(values) });
      }
    }
    return found;
  }
}
