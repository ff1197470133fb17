import type { EndpointId } from '../../../shared/contract/index.ts';
import type { Scene } from './scene.ts';

export interface RequestParts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, readonly string[]>>;
  readonly body?: unknown;
}

const text = 'Say hello, and what you can do.';

export const firstMessage = { role: 'user', content: [{ type: 'text', text }], run: true };

/** What the contract does not determine; other endpoints are called with path parameters only. */
export function requestsIn(scene: Scene): Partial<Record<EndpointId, RequestParts>> {
  return {
    'create-conversation': { body: { initial_user_msg: text } },
    'create-app-conversation': { body: { initial_message: firstMessage } },
    'batch-get-start-tasks': { query: { ids: [scene.startTask.start_task_id] } },
    'batch-get-sandboxes': { query: { id: [scene.running.sandbox_id] } },
    'resume-sandbox': { params: { sandbox_id: scene.paused.sandbox_id } },
    'update-app-conversation': { body: { title: 'A title' } },
    'update-conversation': { body: { title: 'A title' } },
    'send-message': { body: { content: firstMessage.content } },
    'queue-message': { body: { content: firstMessage.content } },
    'start-conversation': { body: { providers_set: null } },
    'post-message': { body: { message: text } },
    'post-event': { body: { action: 'message', args: { content: text } } },
    'get-remember-prompt': { query: { event_id: ['01a1ffd1-5ddd-4bf5-b992-2938cf2eb77f'] } },
    'select-file': { query: { file: ['README.md'] } },
    'get-diff': { query: { path: ['README.md'] } },
    'get-git-changes': { query: { path: ['/workspace/project'] } },
    'get-git-diff': { query: { path: ['/workspace/project/README.md'] } },
    'switch-profile': { body: { profile_name: 'fast' } },
    'switch-acp-model': { body: { model: 'fast' } },
    'batch-get-sandbox-specs': { query: { id: [scene.specId] } },
  };
}
