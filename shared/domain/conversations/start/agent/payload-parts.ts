import type { StartSettings } from '../../../settings/start-settings.ts';
import type { Conversation } from '../../record/conversation.ts';
import type { StartSecrets } from '../task/start-secrets.ts';
import type { StartTask } from '../task/start-task.ts';

/** Everything that a conversation starts with. */
export interface PayloadParts {
  readonly task: StartTask;
  readonly conversation: Conversation;
  readonly settings: StartSettings;
  readonly secrets: StartSecrets;
  /** The absolute path for the agent server. */
  readonly directory: string;
  readonly hooks: Record<string, unknown> | null;
}
