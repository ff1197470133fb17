import type { ModelInterface } from '../calls/model-call.ts';
import type { BrokeredRoute, ProviderFamily } from '../upstream/route.ts';
import { refuseOtherCosts } from './refused-fields.ts';
import { inputTokensAtMost } from './token-bounds.ts';

type Body = Readonly<Record<string, unknown>>;

/** A request as the provider gets it. */
export interface ProviderRequest {
  readonly text: string;
  readonly isStreamed: boolean;
  /** Whether only the broker asks for the event with the usage. */
  readonly hidesUsage: boolean;
  /** See `NewModelCall`. */
  readonly inputTokensAtMost: number | null;
  readonly outputTokensAtMost: number | null;
}

interface InterfaceFacts {
  readonly family: ProviderFamily;
  /** Follows the base URL of the provider. */
  readonly path: string;
  readonly outputTokensAtMost: (body: Body) => number | null;
}

export const interfaces: Readonly<Record<ModelInterface, InterfaceFacts>> = {
  chat_completions: { family: 'openai', path: '/chat/completions', outputTokensAtMost: chatOutput },
  responses: { family: 'openai', path: '/responses', outputTokensAtMost: (body) => countOf(body.max_output_tokens) },
  embeddings: { family: 'openai', path: '/embeddings', outputTokensAtMost: () => 0 },
  messages: { family: 'anthropic', path: '/messages', outputTokensAtMost: messageOutput },
};

/**
 * The request of an agent for this model. It is written anew from what was checked, so that a member that is there
 * twice cannot mean one thing here and another to the provider.
 *
 * @throws AppError `malformed_request` for a request that would cost more than its tokens
 */
export function providerRequest(
  kind: ModelInterface,
  body: Body,
  { modelName, bodyFields }: Pick<BrokeredRoute, 'modelName' | 'bodyFields'>,
): ProviderRequest {
  refuseOtherCosts(kind, body);
  const isStreamed = kind !== 'embeddings' && body.stream === true;
  const asksForUsage = isStreamed && kind === 'chat_completions';
  const options = { ...(body.stream_options as Body | null | undefined), include_usage: true };
  const sent = { ...body, ...bodyFields, model: modelName, ...(asksForUsage ? { stream_options: options } : {}) };
  const text = JSON.stringify(sent);
  return {
    text,
    isStreamed,
    hidesUsage: asksForUsage && (body.stream_options as Body | null | undefined)?.include_usage !== true,
    inputTokensAtMost: inputTokensAtMost(body, Buffer.byteLength(text)),
    outputTokensAtMost: interfaces[kind].outputTokensAtMost(body),
  };
}

/** Each choice has this many tokens at most. A wrong prediction is paid like output. */
function chatOutput(body: Body): number | null {
  const limits = [countOf(body.max_completion_tokens), countOf(body.max_tokens)].filter((limit) => limit !== null);
  if (limits.length === 0) return null;
  const { prediction } = body;
  const predicted = typeof prediction === 'object' && prediction !== null ? JSON.stringify(prediction) : '';
  return (Math.max(...limits) + Buffer.byteLength(predicted)) * (countOf(body.n) ?? 1);
}

/** A provider that manages the context can write more than the answer. */
function messageOutput(body: Body): number | null {
  return body.context_management ? null : countOf(body.max_tokens);
}

function countOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
