import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { repeatable } from './call-limits.ts';

/** A secret of the operator, named by its ARN. It is read at each use, so that a changed one counts at once. */
export function operatorSecret(secretArn: string | undefined): () => Promise<string | null> {
  if (secretArn === undefined) return async () => null;
  const client = new SecretsManagerClient(repeatable);
  return async () => {
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: secretArn }));
    return SecretString ?? null;
  };
}
