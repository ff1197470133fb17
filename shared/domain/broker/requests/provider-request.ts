import type { ModelInterface } from '../calls/model-call.ts';
import type { BrokeredRoute, ProviderFamily } from '../upstream/route.ts';
import { refuseOtherCosts } from './refused-fields.ts';
import { type InputBounds, inputBounds } from './token-bounds.ts';

type Body = Readonly<Record<string, unknown>>;

/** A request as the provider gets it. */
export interface ProviderRequest extends InputBounds {
  readonly text: string;
  readonly isStreamed: boolean;
  /** Whether only the broker asks for the event with the usage. */
  readonly hidesUsage: boolean;
  /** See `NewModelCall`. */
  readonly outputTokensAtMost: number | null;
  readonly answers: number;
  readonly passes: number;
}

type Route = Pick<BrokeredRoute, 'modelName' | 'bodyFields' | 'baseUrl' | 'ownFields'>;

interface InterfaceFacts {
  readonly family: ProviderFamily;
  /** Follows the base URL of the provider. */
  readonly path: string;
  readonly outputTokensAtMost: (body: Body, route: Route) => number | null;
}

export const interfaces: Readonly<Record<ModelInterface, InterfaceFacts>> = {
  chat_completions: { family: 'openai', path: '/chat/completions', outputTokensAtMost: chatOutput },
  responses: { family: 'openai', path: '/responses', outputTokensAtMost: responseOutput },
  embeddings: { family: 'openai', path: '/embeddings', outputTokensAtMost: () => 0 },
  messages: { family: 'anthropic', path: '/messages', outputTokensAtMost: messageOutput },
};

/**
 * The request of an agent for this model. It is written anew from what was checked, so that a member that is there
 * twice cannot mean one thing here and another to the provider.
 *
 * @throws AppError `malformed_request` for a request that would cost more than its tokens
 */
export function providerRequest(kind: ModelInterface, body: Body, route: Route): ProviderRequest {
  const { modelName, bodyFields, ownFields } = route;
  refuseOtherCosts(kind, body, ownFields);
  const isStreamed = kind !== 'embeddings' && body.stream === true;
  const asksForUsage = isStreamed && kind === 'chat_completions';
  const options = { ...(body.stream_options as Body | null | undefined), include_usage: true };
  const sent = { ...body, ...bodyFields, model: modelName, ...(asksForUsage ? { stream_options: options } : {}) };
  const text = JSON.stringify(sent);
  return {
    text,
    isStreamed,
    hidesUsage: asksForUsage && (body.stream_options as Body | null | undefined)?.include_usage !== true,
    ...inputBounds(body, Buffer.byteLength(text)),
    outputTokensAtMost: interfaces[kind].outputTokensAtMost(body, route),
    answers: kind === 'chat_completions' ? (countOf(body.n) ?? 1) : 1,
    // The model reads what it then makes shorter, and reads the rest.
    passes: body.context_management ? 2 : 1,
  };
}

/** Each choice has this many tokens at most. A wrong prediction is paid like output. */
function chatOutput(body: Body, { baseUrl }: Route): number | null {
  const [limit, ofOpenAi] = [countOf(body.max_tokens), countOf(body.max_completion_tokens)];
  if (limit === null && !isOpenAi(baseUrl)) return null;
  const limits = [limit, ofOpenAi].filter((one) => one !== null);
  if (limits.length === 0) return null;
  const { prediction } = body;
  const predicted = typeof prediction === 'object' && prediction !== null ? JSON.stringify(prediction) : '';
  return (Math.max(...limits) + Buffer.byteLength(predicted)) * (countOf(body.n) ?? 1);
}

/** The newer field `max_completion_tokens` is OpenAI's. Other providers can ignore it without saying so. */
function isOpenAi(baseUrl: string): boolean {
  return /^https:\/\/(?:api\.openai\.com|[a-z0-9-]+\.(?:openai|cognitiveservices)\.azure\.com)\//.test(baseUrl);
}

/** A provider that manages the context can write more than the answer. */
function responseOutput(body: Body): number | null {
  return body.context_management ? null : countOf(body.max_output_tokens);
}

function messageOutput(body: Body): number | null {
  return body.context_management ? null : countOf(body.max_tokens);
}

/** A limit of 0 is none, as some servers take it. */
function countOf(value: unknown): number | null {
  return typeof value === 'number' && value > 0 ? value : null;
}
