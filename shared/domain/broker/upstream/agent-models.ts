import { type AgentModels, DirectModelError } from '../../conversations/agent/agent-models.ts';
import type { StartModel } from '../../settings/start-settings.ts';
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
      if (model.isDirect || isOnlyName(model)) return { llm: model, keyHash: null };
      const route = brokeredRoute(model);
      const key = await keys.of(conversation, sandbox);
      const llm = brokered(model, route, { address, key }, priceOf);
      return { llm, keyHash: modelKeyHash(conversation, sandbox, key) };
    },
    requireKnown(model) {
      if (!model.isDirect && !isOnlyName(model)) brokeredRoute(model);
    },
    async hasAccess(conversation, sandbox) {
      const { model_key_hash: hash } = conversation;
      return hash === modelKeyHash(conversation, sandbox, await keys.of(conversation, sandbox));
    },
  };
}

/** A name without an address, a key or another secret: nothing can be kept from agents, and nothing can be spent. */
function isOnlyName(model: StartModel): boolean {
  const { baseUrl, apiKey, secrets = [] } = model;
  if (baseUrl !== null || apiKey !== null || secrets.length > 0) return false;
  const route = routeOf(model);
  return route.kind === 'direct' && route.isNowhere;
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
