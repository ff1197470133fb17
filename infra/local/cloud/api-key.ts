import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { authenticate } from '../../../shared/domain/accounts/keys/authenticate.ts';
import { DynamoKeyStore } from '../../../shared/domain/accounts/keys/dynamo-key-store.ts';
import { issueKey } from '../../../shared/domain/accounts/keys/issue-key.ts';
import { systemClock } from '../../../shared/platform/clock.ts';
import type { Credentials } from '../aws/credentials.ts';
import { readStateFile, writeStateFile } from '../state/state-file.ts';

interface Place {
  /** The local AWS endpoint. */
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: Credentials;
  readonly table: string;
  /** Where the key is kept between starts, as it can be read nowhere else. */
  readonly path: string;
}

/** A key of the owner `local`: that of the last start while it is valid, else a new one. */
export async function ensureApiKey({ endpoint, region, credentials, table, path }: Place): Promise<string> {
  const client = new DynamoDBClient({ endpoint, region, credentials });
  try {
    const keys = new DynamoKeyStore(DynamoDBDocumentClient.from(client), { apiKeys: table });
    const kept = (await readStateFile(path))?.trim();
    if (kept && (await authenticate({ authorization: `Bearer ${kept}` }, keys, systemClock))) return kept;
    const { text } = await issueKey({ ownerId: 'local', name: 'npm start', expiresAt: null }, keys, new Date());
    await writeStateFile(path, `${text}\n`);
    return text;
  } finally {
    client.destroy();
  }
}
