import { getModels as endpoint } from '../../shared/contract/settings/models.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { requireEnvList } from '../../shared/platform/env.ts';

interface Deps {
  readonly models: readonly string[];
}

export const getModels = implement(endpoint, async (_, { models }: Deps) => [...models]);

export const handler = serve(getModels, () => ({ models: requireEnvList('LLM_MODELS') }));
