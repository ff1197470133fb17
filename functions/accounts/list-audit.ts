import { listAudit as endpoint } from '../../shared/contract/accounts/audit.ts';
import { type AuditRow, DynamoAuditReader } from '../../shared/domain/accounts/audit/dynamo-audit-reader.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { documents } from '../../shared/platform/aws/documents.ts';
import { pageIdAfter, positionOf } from '../../shared/platform/paging.ts';

export interface Deps {
  readonly audit: Pick<DynamoAuditReader, 'list'>;
}

export const listAudit = implement(endpoint, async ({ query, caller: { ownerId } }, { audit }: Deps) => {
  const { page_id: pageId, limit, key_id: keyId, user_id: userId, ...filter } = query;
  const scope = { ownerId, list: 'audit', filters: { keyId, userId, ...filter } };
  const page = await audit.list(ownerId, { keyId, userId, ...filter }, limit, positionOf(pageId, scope));
  return { items: page.items.map(viewOf), next_page_id: pageIdAfter(page.next, scope) };
});

function viewOf(row: AuditRow) {
  const { key_id: keyId = null, actor_owner_id: actorOwnerId = null, request_id: requestId = null } = row;
  return {
    id: row.entry_id,
    occurred_at: row.occurred_at,
    action: row.action,
    outcome: row.outcome,
    actor: {
      type: row.actor_type,
      owner_id: actorOwnerId,
      key_id: keyId,
      name: nameOf(row),
      user_id: row.person_id ?? null,
      user_name: row.person_name ?? null,
    },
    resource: row.resource,
    request: requestId === null ? null : requestOf(requestId, row),
  };
}

function nameOf({ actor_type: type, key_name: key, person_name: person, actor_name: other }: AuditRow): string | null {
  return (type === 'key' ? key : type === 'person' ? person : other) ?? null;
}

function requestOf(id: string, row: AuditRow) {
  const { source_ip = null, user_agent = null, method = null, path = null, status = null, code = null } = row;
  return { id, source_ip, user_agent, method, path, status, code };
}

export const handler = serve(listAudit, (granted) => ({
  audit: new DynamoAuditReader(documents(), granted),
}));
