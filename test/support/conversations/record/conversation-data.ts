import { StartRequest } from '../../../../shared/contract/shapes/start-request.ts';
import {
  type Conversation,
  type NewConversation,
  newConversation,
} from '../../../../shared/domain/conversations/record/conversation.ts';
import {
  type NewStartTask,
  newStartTask,
  type StartTask,
} from '../../../../shared/domain/conversations/start/task/start-task.ts';
import { aSandboxId, noon } from '../../sandboxes/sandbox-data.ts';

export function aConversation(overrides: Partial<Conversation> = {}): Conversation {
  const given: NewConversation = {
    owner_id: 'ann',
    conversation_id: aSandboxId(),
    given_id: null,
    sandbox_id: aSandboxId(),
    sandbox_created_at: noon,
    title: null,
    trigger: null,
    selected_repository: null,
    selected_branch: null,
    git_provider: null,
    pr_number: [],
    llm_model: null,
    parent_conversation_id: null,
    public: null,
  };
  const at = overrides.created_at ?? noon;
  return { ...newConversation(given, new Date(at)), ...overrides };
}

export function aStartTask(overrides: Partial<StartTask> = {}): StartTask {
  const given: NewStartTask = {
    owner_id: 'ann',
    start_task_id: aSandboxId(),
    conversation_id: aSandboxId(),
    sandbox_id: aSandboxId(),
    resources: { cpu: 1, memory_gb: 4, disk_gb: 20, requested: null },
    request: StartRequest.parse({}),
    sealed: null,
    replay_json: null,
  };
  const at = overrides.created_at ?? noon;
  return { ...newStartTask(given, new Date(at)), ...overrides };
}
