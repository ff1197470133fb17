import { randomBytes, randomUUID } from 'node:crypto';
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
  SecretsManagerServiceException,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import { MasterSecret } from '../../shared/platform/aws/master-keys.ts';
import { UserError } from '../local/terminal/user-error.ts';
import { findService, type Target } from './find-service.ts';

interface Rotation {
  /** The IDs of the new and of the former current master key. */
  readonly current: string;
  readonly previous: string;
}

/** 64 characters in base64, as in the first key. */
const KEY_BYTES = 48;

/**
 * Adds a current master key for new sandboxes. The others stay, because keys of existing sandboxes derive from them, as
 * do the seals of snapshots and of the sandboxes that begin from them.
 *
 * @throws UserError when another writer changed the secret at the same time; this changes nothing then
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

/** The ID after k1, k2 and so on. IDs are never reused. */
export function nextKeyId(secret: MasterSecret): string {
  const numbers = Object.keys(secret).map((id) => Number(/^k(\d+)$/.exec(id)?.[1] ?? 0));
  return `k${Math.max(...numbers) + 1}`;
}

interface Replacement {
  readonly SecretId: string;
  /** The version that was read. */
  readonly from: string | undefined;
  readonly next: MasterSecret;
}

/**
 * Makes `next` the current value of the master secret, only if the current version is still `from`.
 *
 * @throws UserError when another writer changed the secret at the same time; this changes nothing then
 */
export async function replaceSecret(
  secrets: SecretsManagerClient,
  { SecretId, from, next }: Replacement,
): Promise<void> {
  const to = randomUUID();
  const aside = `change-${to}`;
  const put = { SecretId, ClientRequestToken: to, SecretString: JSON.stringify(next), VersionStages: [aside] };
  await secrets.send(new PutSecretValueCommand(put));
  try {
    await moveStage(secrets, { SecretId, VersionStage: 'AWSCURRENT', RemoveFromVersionId: from, MoveToVersionId: to });
  } catch (error) {
    if (!(error instanceof SecretsManagerServiceException && error.name === 'InvalidParameterException')) throw error;
    throw new UserError(
      'Another writer changed the master secret at the same time. Nothing was changed; run this again.',
    );
  } finally {
    await moveStage(secrets, { SecretId, VersionStage: aside, RemoveFromVersionId: to });
  }
}

async function moveStage(
  secrets: SecretsManagerClient,
  move: ConstructorParameters<typeof UpdateSecretVersionStageCommand>[0],
): Promise<void> {
  await secrets.send(new UpdateSecretVersionStageCommand(move));
}
