import { randomBytes } from 'node:crypto';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { MasterSecret } from '../../shared/platform/aws/master-keys.ts';
import { findService, type Target } from './find-service.ts';
import { replaceSecret } from './replace-secret.ts';

export interface Rotation {
  /** The id of the new master key, and of the one that was current before. */
  readonly current: string;
  readonly previous: string;
}

/** 64 characters, as the first key has them. */
const KEY_BYTES = 48;

/**
 * Adds a master key and makes it the one that new sandboxes derive their keys from. All others stay: the keys of the
 * sandboxes that exist derive from them.
 *
 * @throws UserError when another writer changed the secret at the same time: nothing was changed then.
 */
export async function rotateMaster(target: Target): Promise<Rotation> {
  const { client, outputs } = await findService(target, 'MasterSecretArn');
  const SecretId = outputs.MasterSecretArn;
  const secrets = new SecretsManagerClient(client);
  const { SecretString, VersionId: from } = await secrets.send(new GetSecretValueCommand({ SecretId }));
  const secret = MasterSecret.parse(JSON.parse(SecretString ?? '{}'));
  const current = nextKeyId(secret);
  const next: MasterSecret = { ...secret, current, [current]: randomBytes(KEY_BYTES).toString('base64url') };

  await replaceSecret(secrets, { SecretId, from, next });
  return { current, previous: secret.current };
}

/** Keys are numbered: k1, k2 and so on. An id is never used again. */
export function nextKeyId(secret: MasterSecret): string {
  const numbers = Object.keys(secret).map((id) => Number(/^k(\d+)$/.exec(id)?.[1] ?? 0));
  return `k${Math.max(...numbers) + 1}`;
}
