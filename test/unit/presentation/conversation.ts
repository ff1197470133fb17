import type { Conversation } from '../../../console/src/api/shapes.ts';

/** A conversation with a responding agent. */
export function conversation(changes: Partial<Conversation> = {}): Conversation {
  return {
    id: '01a20ba05ba5738189f0987511066abb',
    created_by_user_id: 'ann',
    sandbox_id: '01a20ba05ba5738189f0987511066abb',
    selected_repository: null,
    selected_branch: null,
    git_provider: null,
    title: 'First look',
    trigger: null,
    pr_number: [],
    llm_model: null,
    waits_for: null,
    metrics: null,
    parent_conversation_id: null,
    sub_conversation_ids: [],
    forked_from_conversation_id: null,
    forked_from_event_id: null,
    created_at: '2026-11-24T03:36:28.325Z',
    updated_at: '2026-11-24T03:36:29.630Z',
    sandbox_status: 'RUNNING',
    execution_status: 'finished',
    status_detail: null,
    conversation_url: null,
    session_api_key: null,
    workspace: null,
    agent_kind: 'openhands',
    public: null,
    share_id: null,
    visibility: 'members',
    tags: {},
    acp_server: null,
    max_budget_per_task: null,
    launched_agent_profile: null,
    ...changes,
  };
}

export const step = (name: string, seconds: number) => ({ step: name, seconds, at: '2026-11-24T03:36:28.325Z' });

export const steps = [
  step('ACCEPTED', 0),
  step('TASK_REQUESTED', 1),
  step('SANDBOX_RUNNING', 2),
  step('START_BEGUN', 0.5),
  step('WORKSPACE_PREPARED', 4),
];
