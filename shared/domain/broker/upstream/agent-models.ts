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
      if (model.isDirect) return { llm: model, keyHash: null };
      const route = brokeredRoute(model);
      const key = await keys.of(conversation, sandbox);
      const llm = brokered(model, route, { address, key }, priceOf);
      return { llm, keyHash: modelKeyHash(conversation, sandbox, key) };
    },
    requireKnown(model) {
      if (!model.isDirect) brokeredRoute(model);
    },
    async hasAccess(conversation, sandbox) {
      const { model_key_hash: hash } = conversation;
      return hash === modelKeyHash(conversation, sandbox, await keys.of(conversation, sandbox));
    },
  };
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
