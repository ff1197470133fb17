import type { EndpointId } from '../../../shared/contract/index.ts';
import type { Scene } from './scene.ts';

export interface RequestParts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, readonly string[]>>;
  readonly body?: unknown;
}

const text = 'Say hello, and what you can do.';

export const firstMessage = { role: 'user', content: [{ type: 'text', text }], run: true };

/**
 * What cannot be derived from the contract: which ids a batch asks for, that only a paused sandbox has something to resume, and that a conversation usually begins
 * with a message. Every other endpoint is called with its path parameters and nothing else.
 */
export function requestsIn(scene: Scene): Partial<Record<EndpointId, RequestParts>> {
  return {
    'create-conversation': { body: { initial_user_msg: text } },
    'create-app-conversation': { body: { initial_message: firstMessage } },
    'batch-get-start-tasks': { query: { ids: [scene.startTask.start_task_id] } },
    'batch-get-sandboxes': { query: { id: [scene.running.sandbox_id] } },
    'resume-sandbox': { params: { sandbox_id: scene.paused.sandbox_id } },
    'batch-get-sandbox-specs': { query: { id: [scene.specId] } },
  };
}
