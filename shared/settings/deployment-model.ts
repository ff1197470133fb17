import { optionalEnv, requireEnv } from '../env.ts';
import type { DeploymentModel } from './choose-model.ts';

/** The deployment's language model. Its key is named and not read: whoever shows settings may not read it. */
export function deploymentModel(): DeploymentModel {
  return {
    model: requireEnv('LLM_MODEL'),
    baseUrl: optionalEnv('LLM_BASE_URL') ?? null,
    hasKey: optionalEnv('LLM_API_KEY_SECRET_ARN') !== undefined,
  };
}
