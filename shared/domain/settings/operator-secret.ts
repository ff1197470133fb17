import {
  GetSecretValueCommand,
  SecretsManagerClient,
  SecretsManagerServiceException,
} from '@aws-sdk/client-secrets-manager';
import { repeatable } from '../../platform/aws/call-limits.ts';

/** A secret of the operator cannot be read until the operator changes something. The message says what, without it. */
export class OperatorSecretError extends Error {
  override readonly name = 'OperatorSecretError';
}

/** The names of the settings by which an operator corrects a secret that cannot be read. */
interface SecretSettings {
  /** The setting with the ARN of the secret. */
  readonly secret: string;
  /** The setting with the ARN of the KMS key that the secret is encrypted with. */
  readonly key: string;
}

/**
 * A secret of the operator, named by its ARN. It is read at each use, so that a changed one counts at once.
 *
 * @throws OperatorSecretError when only the operator can make it readable; other errors may pass.
 */
export function operatorSecret(secretArn: string | undefined, settings: SecretSettings): () => Promise<string | null> {
  if (secretArn === undefined) return async () => null;
  const client = new SecretsManagerClient(repeatable);
  return async () => {
    try {
      const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: secretArn }));
      return SecretString ?? null;
    } catch (error) {
      const why = whyUnreadable(error, settings);
      throw why === undefined ? error : new OperatorSecretError(why, { cause: error });
    }
  };
}

/** @returns undefined for an error that may pass. */
function whyUnreadable(error: unknown, { secret, key }: SecretSettings): string | undefined {
  if (!(error instanceof SecretsManagerServiceException)) return undefined;
  if (error.name === 'DecryptionFailure' || (isDenied(error) && /kms/i.test(error.message))) {
    return `The secret of the operator's language model cannot be decrypted. The operator of this service has to name its KMS key in the setting ${key}, and the policy of that key has to allow it.`;
  }
  if (isDenied(error)) {
    return `The secret of the operator's language model may not be read. The operator of this service has to look at the setting ${secret} and at the policy of that secret.`;
  }
  if (error.name === 'ResourceNotFoundException' || error.name === 'InvalidRequestException') {
    return `The secret of the operator's language model does not exist, or is about to be deleted. The operator of this service has to correct the setting ${secret}.`;
  }
  return undefined;
}

function isDenied({ name }: Error): boolean {
  return name === 'AccessDeniedException';
}
