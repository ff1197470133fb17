import { randomUUID } from 'node:crypto';
import {
  PutSecretValueCommand,
  type SecretsManagerClient,
  SecretsManagerServiceException,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import type { MasterSecret } from '../../shared/platform/aws/master-keys.ts';
import { UserError } from '../local/terminal/user-error.ts';

interface Replacement {
  readonly SecretId: string;
  /** The version that was read. */
  readonly from: string | undefined;
  readonly next: MasterSecret;
}

/**
 * Makes `next` the current value of the master secret. The stage moves only from the version that was read: of two
 * changes at once, none undoes the other.
 *
 * @throws UserError when another writer changed the secret at the same time: nothing was changed then.
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
      'Another writer changed the master secret at the same time. Nothing was changed; run it again.',
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
