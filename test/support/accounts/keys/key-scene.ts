import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { createKey } from '../../../../functions/accounts/create-key.ts';
import { getKey } from '../../../../functions/accounts/get-key.ts';
import { listKeys } from '../../../../functions/accounts/list-keys.ts';
import { revokeKey } from '../../../../functions/accounts/revoke-key.ts';
import { rotateKey } from '../../../../functions/accounts/rotate-key.ts';
import type { Caller } from '../../../../shared/contract/endpoint/caller.ts';
import { defaultScopes } from '../../../../shared/contract/shapes/scopes.ts';
import { DynamoKeyStore } from '../../../../shared/domain/accounts/keys/dynamo-key-store.ts';
import { issueKey, type KeyOrder } from '../../../../shared/domain/accounts/keys/issue-key.ts';
import { KeyJournal } from '../../../../shared/domain/accounts/keys/key-journal.ts';
import { DynamoMemberStore } from '../../../../shared/domain/accounts/people/dynamo-member-store.ts';
import { DynamoMembers } from '../../../../shared/domain/accounts/people/dynamo-members.ts';
import { noEdgeEntries } from '../../../../shared/domain/sandboxes/edge/edge-entries.ts';
import { DynamoSandboxStore } from '../../../../shared/domain/sandboxes/store/dynamo-sandbox-store.ts';
import { aCaller } from '../../http/a-caller.ts';
import { invoke } from '../../http/invoke.ts';
import { anOwner } from '../../http/walk.ts';
import { useServiceTables } from '../../service-tables.ts';
import { authenticate } from './authenticate.ts';

/** Ahead of the real clock, because the database removes expired rows by its own clock. */
export const start = new Date('2035-01-01T12:00:00.000Z');
export const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);
export const DAY = 86_400;

/** The key endpoints with separate tables for the tests of one file. */
export async function keyScene() {
  const tables = await useServiceTables();
  const keys = new DynamoKeyStore(tables.documents, tables);
  const journal = new KeyJournal(tables);
  const sandboxes = new DynamoSandboxStore(tables.documents, tables);
  const [members, changes] = [
    new DynamoMemberStore(tables.documents, tables),
    new DynamoMembers(tables.documents, tables),
  ];
  const depsAt = (time: Date) => ({
    ...{ keys, members, changes, journal, sandboxes, edge: noEdgeEntries },
    now: () => time,
  });
  return {
    depsAt,
    sandboxes,
    /** The key store. Another process can change it just before a key is added. */
    storeWith: (before: (keys: DynamoKeyStore) => Promise<unknown>): DynamoKeyStore =>
      Object.assign(new DynamoKeyStore(tables.documents, tables), {
        add: async (...args: Parameters<DynamoKeyStore['add']>) => {
          await before(keys);
          await keys.add(...args);
        },
      }),
    issue: (order: KeyOrder, time: Date) => issueKey(order, keys, time),
    works: async (text: string, time: Date) =>
      (await authenticate({ Authorization: `Bearer ${text}` }, keys, () => time)) !== undefined,
    async callerWithKey(own: Partial<KeyOrder> = {}): Promise<Caller & { readonly text: string }> {
      const order = { ownerId: anOwner(), name: 'first', expiresAt: null, ...own };
      const { record, text } = await issueKey(order, keys, start);
      const { owner_id: ownerId, key_id: keyId, name: keyName } = record;
      return { ...aCaller, ownerId, keyId, keyName, scopes: own.scopes ?? defaultScopes, text };
    },
    create: (caller: Caller, body: unknown = {}, time = start) => invoke(createKey, depsAt(time), { caller, body }),
    rotate: (caller: Caller, id: string, body: unknown = {}, time = start) =>
      invoke(rotateKey, depsAt(time), { caller, params: { key_id: id }, body }),
    revoke: (caller: Caller, id: string, time = start) =>
      invoke(revokeKey, depsAt(time), { caller, params: { key_id: id } }),
    revokeCompromised: (caller: Caller, id: string, time = start) =>
      invoke(revokeKey, depsAt(time), { caller, params: { key_id: id }, query: { compromised: 'true' } }),
    get: (caller: Caller, id: string) => invoke(getKey, { keys, members }, { caller, params: { key_id: id } }),
    list: (caller: Caller) =>
      invoke(listKeys, { keys, members: changes }, { caller: { ...caller, scopes: defaultScopes } }),
    /** The audit entries and integrator events of a key. */
    async recorded(ownerId: string, keyId: string): Promise<{ audited: unknown[]; emitted: unknown[] }> {
      const of = async (TableName: string) =>
        (
          await tables.documents.send(
            new QueryCommand({
              TableName,
              KeyConditionExpression: 'owner_id = :owner',
              ExpressionAttributeValues: { ':owner': ownerId },
            }),
          )
        ).Items ?? [];
      const [entries, events] = await Promise.all([of(tables.audit), of(tables.integratorEvents)]);
      const audited = entries.filter(({ resource }) => resource.key_id === keyId).map(({ action }) => action);
      return { audited, emitted: events.filter(({ object_id }) => object_id === keyId).map(({ type }) => type) };
    },
  };
}
