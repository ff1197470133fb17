import { randomUUID } from 'node:crypto';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { limitsOf } from '../../../shared/contract/shapes/limits.ts';
import type { Role } from '../../../shared/contract/shapes/roles.ts';
import { newKey } from '../../../shared/domain/accounts/keys/issue-key.ts';
import { keyRow } from '../../../shared/domain/accounts/keys/key-record.ts';
import { memberRow } from '../../../shared/domain/accounts/people/member-record.ts';
import { Api } from './api.ts';
import type { Owner } from './owners.ts';
import { service } from './owners.ts';
import { rememberSecret } from './secrets-of-run.ts';
import { LocalTables } from './tables.ts';

/** A member of an owner, with a key of their own. */
export interface Member {
  readonly id: string;
  readonly api: Api;
  readonly apiKey: string;
}

/** Writes the rows of a member and of a key of theirs. Only for a service on this machine. */
export async function newMember({ name: ownerId }: Pick<Owner, 'name'>, role: Role): Promise<Member> {
  const { baseUrl, stateDirectory } = service();
  if (stateDirectory === null) throw new Error('members are written into the tables of a local service');
  const tables = await LocalTables.of(stateDirectory);
  const documents = DynamoDBDocumentClient.from(tables.client);
  const now = new Date();
  const person_id = randomUUID();
  const { text, record } = newKey({ ownerId, name: role, expiresAt: null, createdBy: person_id }, now);
  rememberSecret('an API key', text);
  const member = {
    ...{ person_id, owner_id: ownerId, role, status: 'ACTIVE' as const, managed: false, revision: 0 },
    ...{ joined_at: now.toISOString(), email: null, name: null, limits: limitsOf({}) },
  };
  await documents.send(new PutCommand({ TableName: tables.name('Members'), Item: memberRow(member) }));
  const Item = keyRow({ ...record, member_id: person_id });
  await documents.send(new PutCommand({ TableName: tables.name('ApiKeys'), Item }));
  tables.close();
  return { id: person_id, api: Api.withKey(baseUrl, text), apiKey: text };
}
