import type { AreaGrants } from './area-grants.ts';
import type { Grant } from './resources.ts';

/** The models on offer, the default first. */
const offerModels: Grant = (fn, { settings }) => {
  fn.addEnvironment('LLM_MODELS', [...new Set([settings.llmModel, ...settings.llmModels])].join(','));
};

export const modelsAccess = {
  'get-models': offerModels,
  'search-models': offerModels,
  'search-providers': offerModels,
} satisfies AreaGrants;
