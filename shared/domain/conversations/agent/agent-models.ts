import { AppError } from '../../../platform/errors.ts';
import { DIRECT_MODEL, DIRECT_SWITCH } from '../../../presentation/starts.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import type { StartModel } from '../../settings/start-settings.ts';
import type { Conversation } from '../record/conversation.ts';

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

/** A model that the broker cannot call, and that its owner has not chosen to give to agents. */
export class DirectModelError extends AppError {
  constructor(model: string, reason: string) {
    const way = `Turn on "${DIRECT_SWITCH}" (direct: true) in the settings of this language model`;
    super('conflict', `${DIRECT_MODEL}${model}: ${reason}. ${way}. Sandboxes then have its credentials.`);
    this.name = 'DirectModelError';
  }
}
