import { repeatable } from '../../platform/aws/call-limits.ts';
import { GetSecretValueCommand, SecretsManagerClient } from '../../platform/aws/secrets-manager-client.ts';
import { RefusedError } from '../../platform/aws/signed-requests.ts';

/** The operator's secret is unreadable until the operator fixes its configuration. The message says how. */
export class OperatorSecretError extends Error {
  override readonly name = 'OperatorSecretError';
}

/** The names of the settings for a secret. */
interface SecretSettings {
  /** For the ARN of the secret. */
  readonly secret: string;
  /** For the ARN of the KMS key that encrypts the secret. */
  readonly key: string;
}

/**
 * Reads a secret of the operator. Each use reads it again, so that a change takes effect immediately.
 *
 * @throws OperatorSecretError when only the operator can make it readable; other errors can be temporary
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

/** @returns undefined for an error that can be temporary */
function whyUnreadable(error: unknown, { secret, key }: SecretSettings): string | undefined {
  if (!(error instanceof RefusedError)) return undefined;
  if (error.name === 'DecryptionFailure' || (isDenied(error) && /kms/i.test(error.message))) {
    return `The secret of the operator's language model cannot be decrypted. The operator of this service must name its KMS key in the setting ${key}, and allow access in the policy of the key.`;
  }
  if (isDenied(error)) {
    return `The secret of the operator's language model cannot be read. The operator of this service must check the setting ${secret} and the policy of the secret.`;
  }
  if (error.name === 'ResourceNotFoundException' || error.name === 'InvalidRequestException') {
    return `The secret of the operator's language model does not exist, or is scheduled for deletion. The operator of this service must correct the setting ${secret}.`;
  }
  return undefined;
}

function isDenied({ name }: Error): boolean {
  return name === 'AccessDeniedException';
}
