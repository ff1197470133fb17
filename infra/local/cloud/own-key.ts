import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { scopes } from '../../../shared/contract/shapes/scopes.ts';
import { identify, presentedKey } from '../../../shared/domain/accounts/callers/identify-key.ts';
import { DynamoKeyStore } from '../../../shared/domain/accounts/keys/dynamo-key-store.ts';
import { issueKey } from '../../../shared/domain/accounts/keys/issue-key.ts';
import { systemClock } from '../../../shared/platform/clock.ts';
import type { Credentials } from '../aws/credentials.ts';
import type { Place } from '../aws/names.ts';
import { readStateFile, writeStateFile } from '../state/state-file.ts';

interface Kept {
  /** URL of the local AWS. */
  readonly endpoint: string;
  readonly place: Place;
  readonly credentials: Credentials;
  readonly table: string;
  /** The file with the key. */
  readonly path: string;
}

/**
 * An API key of the owner `local`: the one kept in the file while it is valid, otherwise a new one. It has all
 * scopes: on this machine, its user is also the administrator.
 */
export async function ensureApiKey({ endpoint, place, credentials, table, path }: Kept): Promise<string> {
  const client = new DynamoDBClient({ endpoint, region: place.region, credentials });
  try {
    const keys = new DynamoKeyStore(DynamoDBDocumentClient.from(client), { apiKeys: table });
    const kept = (await readStateFile(path))?.trim();
    const key = kept ? presentedKey(kept, 'bearer') : undefined;
    // It belongs to no member.
    const members = { find: async () => undefined };
    if (kept && key && (await identify(key, { keys, members }, systemClock))) return kept;
    const { text } = await issueKey({ ownerId: 'local', name: 'npm start', scopes, expiresAt: null }, keys, new Date());
    await writeStateFile(path, `${text}\n`);
    return text;
  } finally {
    client.destroy();
  }
}
