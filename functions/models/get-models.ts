import { getModels as endpoint } from '../../shared/contract/models.ts';
import { requireEnvList } from '../../shared/env.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';

interface Deps {
  readonly models: readonly string[];
}

export const getModels = implement(endpoint, async (_, { models }: Deps) => [...models]);

export const handler = serve(getModels, () => ({ models: requireEnvList('LLM_MODELS') }));
