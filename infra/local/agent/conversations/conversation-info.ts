import type { JsonObject } from '../json.ts';
import { modelOf } from './answer.ts';
import type { BaseState, Meta } from './conversation-files.ts';

/** What the protocol tells of a conversation. This agent calls no model, so its use of one is zero. */
export function conversationInfo(meta: Meta, state: BaseState, directory: string, more: InfoExtras): JsonObject {
  const { autotitle: _unused, ...options } = meta;
  const model = modelOf(state.agent);
  const tokens = { prompt_tokens: 0, completion_tokens: 0, cache_read_tokens: 0, cache_write_tokens: 0 };
  const metrics = {
    model_name: model ?? 'default',
    accumulated_cost: 0,
    max_budget_per_task: null,
    accumulated_token_usage: {
      model: model ?? '',
      ...tokens,
      reasoning_tokens: 0,
      context_window: 0,
      per_turn_token: 0,
    },
  };
  return {
    ...options,
    execution_status: state.execution_status,
    persistence_dir: directory,
    stats: { usage_to_metrics: more.answers > 0 ? { agent: metrics } : {} },
    metrics,
    updated_at: more.updatedAt,
    last_user_message_id: more.lastUserMessageId,
    sub_conversation_ids: [],
    forked_from_conversation_id: null,
    secret_registry: { secret_sources: state.secrets },
    agent: state.agent,
    current_model_id: model,
    available_models: null,
    launched_agent_profile: null,
  };
}

export interface InfoExtras {
  readonly updatedAt: string;
  readonly lastUserMessageId: string | null;
  readonly answers: number;
}
