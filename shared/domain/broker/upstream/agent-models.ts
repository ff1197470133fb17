import { AppError } from '../../../platform/errors.ts';
import type { Conversation } from '../../conversations/record/conversation.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import type { StartModel } from '../../settings/start-settings.ts';
import { type ModelKeys, modelKeyHash } from '../keys/model-keys.ts';
import { brokered } from './brokered.ts';
import type { BrokeredRoute } from './route.ts';
import { routeOf } from './route-of.ts';

/** The model that an agent gets. */
export interface AgentModel {
  readonly llm: StartModel;
  /** For the row of the conversation; null if the agent calls the model itself. */
  readonly keyHash: string | null;
}

/** What the agents of conversations get in the place of their owners' models. */
export interface AgentModels {
  /** @throws DirectModelError */
  of(conversation: Conversation, sandbox: Sandbox, model: StartModel): Promise<AgentModel>;
  /** @throws DirectModelError */
  requireKnown(model: StartModel): void;
  /** Whether the agent has a key that is valid now, or needs none as the broker is off. */
  hasAccess(conversation: Conversation, sandbox: Sandbox): Promise<boolean>;
}

interface Broker {
  /** The URL of the service, without a slash at the end. */
  readonly address: string;
  readonly keys: ModelKeys;
}

/** The models that agents get where the stage has a model broker. */
export function brokeredModels({ address, keys }: Broker): AgentModels {
  return {
    async of(conversation, sandbox, model) {
      if (model.isDirect) return { llm: model, keyHash: null };
      const route = brokeredRoute(model);
      const key = await keys.of(conversation, sandbox);
      return { llm: brokered(model, route, { address, key }), keyHash: modelKeyHash(conversation, sandbox, key) };
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

/** A model that the broker cannot call, and that its owner has not chosen to give to agents. */
export class DirectModelError extends AppError {
  constructor(model: string, reason: string) {
    const way = 'Set `direct` to true in the settings of this language model to let agents call it themselves';
    super('conflict', `The model broker cannot call ${model}: ${reason}. ${way}. Sandboxes then have its credentials.`);
    this.name = 'DirectModelError';
  }
}
