import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { DynamoKeyStore } from '../../shared/keys/key-store.ts';
import { findService, type Target } from './find-service.ts';

/** The keys of a service. @throws UserError */
export async function openKeyStore(target: Target): Promise<DynamoKeyStore> {
  const { client, value: table } = await findService(target, 'ApiKeysTable');
  return new DynamoKeyStore(DynamoDBDocumentClient.from(new DynamoDBClient(client)), table);
}
