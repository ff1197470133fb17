import type { JsonObject } from '../base/json.ts';
import type { EventContent } from './event.ts';
import { type Message, textContent } from './message.ts';

export function systemPrompt(text: string, dynamicContext: string | undefined): EventContent {
  return {
    kind: 'SystemPromptEvent',
    source: 'agent',
    system_prompt: textContent(text),
    tools: [
      {
        title: 'terminal',
        description: 'Runs a command.',
        kind: 'TerminalTool',
        action_type: 'TerminalAction',
        observation_type: 'TerminalObservation',
      },
    ],
    ...(dynamicContext === undefined ? {} : { dynamic_context: textContent(dynamicContext) }),
  };
}

/** A piece of a response, or of the reasoning before it. */
export type Delta = { readonly content: string } | { readonly reasoning_content: string };

export function streamingDelta(delta: Delta): EventContent {
  return { kind: 'StreamingDeltaEvent', source: 'agent', content: null, reasoning_content: null, ...delta };
}

export interface Origin {
  readonly responseId?: string;
  /** The model's reasoning before the response. */
  readonly reasoning?: string;
}

export function messageEvent(source: 'user' | 'agent', message: Message, origin: Origin = {}): EventContent {
  const { responseId, reasoning } = origin;
  const response = responseId === undefined ? {} : { llm_response_id: responseId };
  const thoughts = reasoning === undefined ? {} : { reasoning_content: reasoning };
  const llmMessage = { ...message, ...thoughts, thinking_blocks: [] };
  return {
    kind: 'MessageEvent',
    source,
    llm_message: llmMessage,
    ...response,
    activated_skills: [],
    extended_content: [],
  };
}

export function stateUpdate(key: string, value: unknown): EventContent {
  return { kind: 'ConversationStateUpdateEvent', source: 'environment', key, value };
}

export interface ToolCall {
  readonly callId: string;
  readonly responseId: string;
  readonly command: string;
}

export function terminalAction({ callId, responseId, command }: ToolCall): EventContent {
  const summary = 'run the command';
  const text = JSON.stringify({ command, security_risk: 'UNKNOWN', summary });
  return {
    kind: 'ActionEvent',
    source: 'agent',
    thought: [textContent('I run it.')],
    thinking_blocks: [],
    action: { command, is_input: false, reset: false, kind: 'TerminalAction' },
    tool_name: 'terminal',
    tool_call_id: callId,
    tool_call: { id: callId, name: 'terminal', arguments: text, origin: 'completion' },
    llm_response_id: responseId,
    security_risk: 'UNKNOWN',
    summary,
  };
}

export interface TerminalResult {
  readonly output: string;
  readonly exitCode: number;
  readonly isTimeout: boolean;
  readonly directory: string;
}

export function terminalObservation(action: ActionReference, command: string, result: TerminalResult): EventContent {
  const { output, exitCode, isTimeout, directory } = result;
  const suffix = `\n[The command completed with exit code ${exitCode}.]`;
  return {
    kind: 'ObservationEvent',
    source: 'environment',
    ...toolReference(action),
    observation: {
      content: [textContent(output)],
      is_error: false,
      command,
      exit_code: exitCode,
      timeout: isTimeout,
      metadata: { exit_code: exitCode, pid: -1, working_dir: directory, prefix: '', suffix },
      kind: 'TerminalObservation',
    },
    action_id: action.id,
    extended_content: [],
  };
}

export function userRejection(action: ActionReference, reason: string): EventContent {
  const reference = { ...toolReference(action), action_id: action.id };
  return {
    kind: 'UserRejectObservation',
    source: 'environment',
    ...reference,
    rejection_reason: reason,
    rejection_source: 'user',
  };
}

export function agentError(action: ActionReference, error: string): EventContent {
  return { kind: 'AgentErrorEvent', source: 'agent', ...toolReference(action), error };
}

/** A `ServerErrorEvent` goes to one client and is not stored; a `ConversationErrorEvent` ends a run. */
/** How agent servers classify a failed run. */
const unknown = { kind: 'unknown', retryable: false, user_action: 'none', error_id: null };
const classes: Readonly<Record<string, JsonObject>> = {
  LLMAuthenticationError: { ...unknown, kind: 'auth', user_action: 'settings' },
};

export function errorEvent(
  kind: 'ConversationErrorEvent' | 'ServerErrorEvent',
  code: string,
  detail: string,
): EventContent {
  const classification = classes[code] ?? unknown;
  return { kind, source: 'environment', code, detail, ...(kind === 'ServerErrorEvent' ? {} : { classification }) };
}

export function pauseEvent(kind: 'PauseEvent' | 'InterruptEvent'): EventContent {
  return { kind, source: 'user' };
}

/** A reference to an action in the events of its outcome. */
export interface ActionReference extends JsonObject {
  readonly id: string;
  readonly tool_call_id?: unknown;
}

function toolReference({ tool_call_id }: ActionReference): JsonObject {
  return { tool_name: 'terminal', tool_call_id };
}
