import { optionalEnv, requireEnv } from '../../platform/env.ts';
import type { DeploymentModel } from './choose-model.ts';

/** The deployment's model. Functions that only show settings may not read its key, so it is only named. */
export function deploymentModel(): DeploymentModel {
  return {
    model: requireEnv('LLM_MODEL'),
    baseUrl: optionalEnv('LLM_BASE_URL') ?? null,
    hasKey: optionalEnv('LLM_API_KEY_SECRET_ARN') !== undefined,
  };
}
