import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { type Filter, queryPage } from '../aws/query-page.ts';
import type { Page } from '../paging/page.ts';

/** A row of the audit table, as `auditItem` writes it. */
export const AuditRow = z.object({
  entry_key: z.string(),
  entry_id: z.string(),
  occurred_at: z.string(),
  action: z.string(),
  outcome: z.enum(['success', 'refused', 'failed']),
  actor_type: z.enum(['key', 'operator']),
  actor_owner_id: z.string().nullish(),
  actor_name: z.string().nullish(),
  key_id: z.string().nullish(),
  key_name: z.string().nullish(),
  resource: z.record(z.string(), z.string()),
  request_id: z.string().nullish(),
  source_ip: z.string().nullish(),
  user_agent: z.string().nullish(),
  method: z.string().nullish(),
  path: z.string().nullish(),
  status: z.int().nullish(),
  code: z.string().nullish(),
});
export type AuditRow = z.infer<typeof AuditRow>;

export interface AuditFilter {
  /** Times in ISO 8601; `from` is inclusive, `to` exclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly action?: string | undefined;
  readonly keyId?: string | undefined;
  /** The id of what was touched. */
  readonly resource?: string | undefined;
}

/** Reads the audit log of an owner. */
export class DynamoAuditReader {
  private readonly documents: DynamoDBDocumentClient;
  private readonly table: string;

  constructor(documents: DynamoDBDocumentClient, table: string) {
    this.documents = documents;
    this.table = table;
  }

  /** Newest first. */
  list(ownerId: string, filter: AuditFilter, limit: number, after: string | null): Promise<Page<AuditRow>> {
    const conditions = conditionsOf(filter);
    return queryPage(this.documents, {
      table: this.table,
      key: { name: 'owner_id', value: ownerId },
      sort: { name: 'entry_key', of: (row) => row.entry_key },
      range: { newestFirst: true, from: filter.from, before: filter.to, after },
      limit,
      parse: (item) => AuditRow.parse(item),
      consistent: true,
      ...(conditions ? { filter: conditions } : {}),
    });
  }
}

function conditionsOf({ action, keyId, resource }: AuditFilter): Filter | undefined {
  const wanted = [
    { text: '#action = :action', value: action, is: ':action' },
    { text: 'key_id = :key_id', value: keyId, is: ':key_id' },
    { text: 'contains(resource_ids, :resource)', value: resource, is: ':resource' },
  ].filter(({ value }) => value !== undefined);
  if (wanted.length === 0) return undefined;
  return {
    expression: wanted.map(({ text }) => text).join(' AND '),
    // A reserved word of DynamoDB.
    ...(action === undefined ? {} : { names: { '#action': 'action' } }),
    values: Object.fromEntries(wanted.map(({ is, value }) => [is, value])),
  };
}
