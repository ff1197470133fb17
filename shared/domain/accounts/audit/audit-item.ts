import { type DynamoDBDocumentClient, PutCommand, type PutCommandInput } from '@aws-sdk/lib-dynamodb';
import type { AuditOutcome } from '../../../contract/shapes/enums.ts';
import { absent, when } from '../../../platform/aws/expressions.ts';
import { certain, type Part } from '../../../platform/aws/transact.ts';
import { epochSeconds, timestamp } from '../../../platform/clock.ts';
import { requireEnv } from '../../../platform/env.ts';
import { newId } from '../../../platform/ids.ts';
import type { Table } from '../../../rights/statement.ts';
import type { ActingPerson, AuditActor } from './audit-actor.ts';

/** Retention of entries in days. */
const KEPT_DAYS = 365;

/** Maximum length of a text from a request, in characters. */
const MAX_TEXT = 300;

/** An action or an attempt. It contains no body and no values of a request, so it cannot contain secrets. */
export interface AuditEntry {
  /** The owner of the resource, whose log has the entry. The actor can belong to another owner. */
  readonly ownerId: string;
  readonly actor: AuditActor;
  /** The id of an endpoint, such as `pause-sandbox`, or the type of an event, such as `key.created`. */
  readonly action: string;
  readonly occurredAt: Date;
  readonly outcome: AuditOutcome;
  /** The ids of the changed resources by name, such as `{ sandbox_id: '…' }`. */
  readonly resource: Readonly<Record<string, string>>;
  /** Absent for commands of operators. */
  readonly request?: AuditedRequest | undefined;
}

export interface AuditedRequest {
  readonly requestId: string;
  readonly sourceIp: string | null;
  readonly userAgent: string | null;
  readonly method?: string | undefined;
  /** The path of the endpoint, with the names of its parameters instead of their values. */
  readonly path?: string | undefined;
  /** The status of the response, and the `code` of an error. */
  readonly status?: number | undefined;
  readonly code?: string | undefined;
}

/** An entry as part of the transaction of its change. */
export function auditPart(entry: AuditEntry, table: Table<'audit'>): Part {
  return certain({ Put: putOf(entry, table) });
}

/** Writes an entry without a transaction. */
export async function writeAudit(
  documents: DynamoDBDocumentClient,
  entry: AuditEntry,
  table = requireEnv('AUDIT_TABLE'),
): Promise<void> {
  await documents.send(new PutCommand(putOf(entry, table)));
}

/** Entries never change: each has its own key, and functions can only put new ones. */
function putOf(entry: AuditEntry, table: Table<'audit'>): PutCommandInput {
  return { TableName: table, Item: rowOf(entry), ...when(absent('entry_key')) };
}

function rowOf({ ownerId, actor, action, occurredAt, outcome, resource, request }: AuditEntry) {
  const id = newId(occurredAt);
  const time = timestamp(occurredAt);
  return {
    owner_id: ownerId,
    entry_key: `${time}#${id}`,
    entry_id: id,
    occurred_at: time,
    expires_at: epochSeconds(occurredAt) + KEPT_DAYS * 86_400,
    action,
    outcome,
    ...actorAttributes(actor),
    resource,
    resource_ids: Object.values(resource),
    ...(request ? requestAttributes(request) : {}),
  };
}

function actorAttributes(actor: AuditActor): Readonly<Record<string, unknown>> {
  if (actor.type === 'operator' || actor.type === 'address') return { actor_type: actor.type, actor_name: actor.name };
  const { type, ownerId, person } = actor;
  const key = type === 'key' ? { key_id: actor.keyId, key_name: actor.keyName } : {};
  return { actor_type: type, actor_owner_id: ownerId, ...key, ...(person ? personAttributes(person) : {}) };
}

/** The name is as it was then: people change theirs. */
function personAttributes({ id, name, email }: ActingPerson): Readonly<Record<string, unknown>> {
  return { person_id: id, person_name: name ?? email };
}

function requestAttributes({ requestId, sourceIp, userAgent, ...answer }: AuditedRequest) {
  const { method, path, status, code } = answer;
  return {
    request_id: requestId,
    source_ip: sourceIp,
    user_agent: userAgent === null ? null : userAgent.slice(0, MAX_TEXT),
    ...(method === undefined ? {} : { method }),
    ...(path === undefined ? {} : { path }),
    ...(status === undefined ? {} : { status }),
    ...(code === undefined ? {} : { code }),
  };
}
