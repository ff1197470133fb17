import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { optionalEnv, requireEnv } from '../env.ts';
import type { ModelSettings } from './agent-conversations.ts';

/** The deployment's language model. Its key lies in a secret of the operator and is read at each use, so that a changed key counts at once. */
export function modelSettings(): () => Promise<ModelSettings> {
  const client = new SecretsManagerClient({});
  const model = requireEnv('LLM_MODEL');
  const baseUrl = optionalEnv('LLM_BASE_URL') ?? null;
  const secretArn = optionalEnv('LLM_API_KEY_SECRET_ARN');
  return async () => {
    if (!secretArn) return { model, baseUrl, apiKey: null };
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: secretArn }));
    return { model, baseUrl, apiKey: SecretString ?? null };
  };
}
