import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import type { KeyRecord } from '../../shared/domain/accounts/keys/key-record.ts';
import { ifConditionHolds } from '../../shared/platform/aws/conditional-write.ts';
import { absent, any, is, when } from '../../shared/platform/aws/expressions.ts';
import { operator } from '../keys/find-service.ts';
import { addKey } from '../keys/key-commands.ts';
import type { Access } from './service.ts';
import { StepFailed } from './until.ts';

/** The key of one run. Its owner is new, so that everything of that owner belongs to the run. */
export interface RunKey {
  readonly text: string;
  readonly record: KeyRecord;
}

/** The key expires even if the run cannot clean up. */
const LIFETIME_SECONDS = 60 * 60;

/** Makes the key as `npm run keys -- create` does. */
export async function makeKey(ownerId: string, { stores }: Access): Promise<RunKey> {
  const now = new Date();
  const expiresAt = new Date(now.getTime() + LIFETIME_SECONDS * 1000);
  return addKey({ ownerId, name: 'npm run smoke', expiresAt }, stores, now);
}

/** Revokes the key, and deletes its row and that of its owner. @throws StepFailed while the owner has a sandbox */
export async function removeKey({ record }: RunKey, { stores, documents, tables }: Access): Promise<string> {
  const { key_id, owner_id } = record;
  const now = new Date();
  await stores.keys.revoke(key_id, now, stores.journal.keyEvent('revoked', record, operator, now));
  await documents.send(new DeleteCommand({ TableName: tables.ApiKeysTable, Key: { key_id } }));
  // The end of an active sandbox would write the row again.
  const isIdle = any(absent('active_sandboxes'), is('active_sandboxes', '=', 0));
  const ofOwner = new DeleteCommand({ TableName: tables.OwnersTable, Key: { owner_id }, ...when(isIdle) });
  if (!(await ifConditionHolds(documents.send(ofOwner)))) {
    throw new StepFailed(`Owner ${owner_id} still has an active sandbox and was not removed.`);
  }
  return `key ${key_id} and its owner are removed`;
}
