import * as z from 'zod';
import { AuditActorType, AuditOutcome } from '../../../contract/shapes/enums.ts';
import { Moment } from '../../../contract/shapes/moments.ts';
import { all, type Condition, contains, is } from '../../../platform/aws/expressions.ts';
import { queryPage } from '../../../platform/aws/pages.ts';
import { rowReader } from '../../../platform/aws/rows.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import type { Page } from '../../../platform/paging.ts';
import type { Tables } from '../../../rights/statement.ts';

/** A row of the audit table, as `audit-item.ts` writes it. */
export const AuditRow = z.object({
  entry_key: z.string(),
  entry_id: z.string(),
  occurred_at: Moment,
  action: z.string(),
  outcome: AuditOutcome,
  actor_type: AuditActorType,
  actor_owner_id: z.string().nullish(),
  actor_name: z.string().nullish(),
  key_id: z.string().nullish(),
  key_name: z.string().nullish(),
  person_id: z.string().nullish(),
  person_name: z.string().nullish(),
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

const readAuditRow = rowReader('audit entry', AuditRow);

export interface AuditFilter {
  /** Times in ISO 8601; `from` is inclusive, `to` exclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly action?: string | undefined;
  readonly keyId?: string | undefined;
  /** The id of a person. */
  readonly userId?: string | undefined;
  /** The id of a changed resource. */
  readonly resource?: string | undefined;
}

/** Rows in the first query of a filtered page: about 60 KB. Two more queries can examine up to 2,000 rows. */
const FIRST_LOOK = 100;

/** Reads the audit log of an owner. */
export class DynamoAuditReader extends TableStore<Tables<'audit'>> {
  /** Newest first. */
  list(ownerId: string, filter: AuditFilter, limit: number, after: string | null): Promise<Page<AuditRow>> {
    return queryPage(this.documents, {
      table: this.tables.audit,
      key: { name: 'owner_id', value: ownerId },
      sort: 'entry_key',
      range: { newestFirst: true, from: filter.from, before: filter.to, after },
      limit,
      parse: readAuditRow,
      consistent: true,
      filter: conditionOf(filter),
      firstLook: FIRST_LOOK,
    });
  }
}

function conditionOf({ action, keyId, userId, resource }: AuditFilter): Condition | undefined {
  const conditions = [
    ...(action === undefined ? [] : [is('action', '=', action)]),
    ...(keyId === undefined ? [] : [is('key_id', '=', keyId)]),
    ...(userId === undefined ? [] : [is('person_id', '=', userId)]),
    ...(resource === undefined ? [] : [contains('resource_ids', resource)]),
  ];
  return conditions.length > 0 ? all(...conditions) : undefined;
}
