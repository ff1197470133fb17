import { type AgentModels, DirectModelError } from '../../conversations/agent/agent-models.ts';
import { hasNoSecrets, type StartModel } from '../../settings/start-settings.ts';
import { type ModelKeys, modelKeyHash } from '../keys/model-keys.ts';
import { brokered, type PriceForAgent } from './brokered.ts';
import type { BrokeredRoute } from './route.ts';
import { routeOf } from './route-of.ts';

interface Broker {
  /** The URL of the service, without a slash at the end. */
  readonly address: string;
  readonly keys: ModelKeys;
  readonly priceOf: PriceForAgent;
}

/** The models that agents get where the stage has a model broker. */
export function brokeredModels({ address, keys, priceOf }: Broker): AgentModels {
  return {
    async of(conversation, sandbox, model) {
      if (isForAgents(model)) return { llm: model, keyHash: null };
      const route = brokeredRoute(model);
      const key = await keys.of(conversation, sandbox);
      const llm = brokered(model, route, { address, key }, priceOf);
      return { llm, keyHash: modelKeyHash(conversation, sandbox, key) };
    },
    requireKnown(model) {
      if (!isForAgents(model)) brokeredRoute(model);
    },
    async hasAccess(conversation, sandbox) {
      const { model_key_hash: hash } = conversation;
      return hash === modelKeyHash(conversation, sandbox, await keys.of(conversation, sandbox));
    },
  };
}

/** Whether agents get a model as it is: by the choice of its owner, or as it is only a name without any secret. */
function isForAgents(model: StartModel): boolean {
  if (model.isDirect) return true;
  if (model.baseUrl !== null || !hasNoSecrets(model)) return false;
  const route = routeOf(model);
  return route.kind === 'direct' && route.lacksAddress;
}

function brokeredRoute(model: StartModel): BrokeredRoute {
  const route = routeOf(model);
  if (route.kind === 'direct') throw new DirectModelError(model.model, route.reason);
  return route;
}

/** Agents call the models themselves, with the keys of their owners. */
export const directModels: AgentModels = {
  of: async (_conversation, _sandbox, llm) => ({ llm, keyHash: null }),
  requireKnown: () => undefined,
  hasAccess: async ({ model_key_hash: hash }) => (hash ?? null) === null,
};
