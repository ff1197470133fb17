import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { DynamoKeyStore } from '../../shared/domain/accounts/keys/dynamo-key-store.ts';
import { type ChangeAuthor, KeyJournal } from '../../shared/domain/accounts/keys/key-journal.ts';
import { DynamoOwnerStore } from '../../shared/domain/accounts/owners/dynamo-owner-store.ts';
import { findService, type Target } from './find-service.ts';

export interface Stores {
  readonly keys: DynamoKeyStore;
  readonly owners: DynamoOwnerStore;
  readonly journal: KeyJournal;
}

/** Who sits at this terminal, as the audit log names them. */
export const operator: ChangeAuthor = { actor: { type: 'operator', name: process.env.USER ?? null } };

/** Keys and owners of a service. @throws UserError */
export async function openStores(target: Target): Promise<Stores> {
  const { client, outputs } = await findService(
    target,
    'ApiKeysTable',
    'OwnersTable',
    'AuditTable',
    'IntegratorEventsTable',
  );
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient(client), {
    marshallOptions: { removeUndefinedValues: true },
  });
  return {
    keys: new DynamoKeyStore(documents, { apiKeys: outputs.ApiKeysTable }),
    owners: new DynamoOwnerStore(documents, { owners: outputs.OwnersTable }),
    journal: new KeyJournal({ audit: outputs.AuditTable, integratorEvents: outputs.IntegratorEventsTable }),
  };
}
