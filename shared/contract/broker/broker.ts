import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';

/**
 * The interfaces of model providers. Bodies are those of the providers: only the fields that decide about cost are
 * described, and all others are passed on.
 */

/** A list with pictures: Lambda takes events of 6 MB, and quotation marks take two bytes in one. */
const MAX_BODY_BYTES = 5 * 1024 * 1024;

/** More than the context of any model. */
const Tokens = z.int().min(0).max(1_000_000_000).nullish();

const Model = z
  .string()
  .max(500)
  .nullish()
  .meta({ description: "Ignored: the request goes to the current model of the key's conversation." });

const Stream = z.boolean().nullish();

const Tools = z.array(z.looseObject({ type: z.string().max(200).nullish() })).nullish();

const ChatCompletionRequest = z
  .looseObject({
    model: Model,
    stream: Stream,
    stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
    max_tokens: Tokens,
    max_completion_tokens: Tokens,
    n: z.int().min(1).max(128).nullish(),
    tools: Tools,
  })
  .meta({ id: 'ChatCompletionRequest' });

const ModelResponseRequest = z
  .looseObject({ model: Model, stream: Stream, max_output_tokens: Tokens, tools: Tools })
  .meta({ id: 'ModelResponseRequest' });

const EmbeddingsRequest = z.looseObject({ model: Model }).meta({ id: 'EmbeddingsRequest' });

const AnthropicMessageRequest = z
  .looseObject({ model: Model, stream: Stream, max_tokens: Tokens, tools: Tools })
  .meta({ id: 'AnthropicMessageRequest' });

const Answer = z.looseObject({}).meta({ id: 'ModelAnswer', description: 'As the model provider returns it.' });
const AnswerEvent = z.looseObject({}).meta({ id: 'ModelAnswerEvent', description: 'As the provider sends it.' });

const sentences = [
  "Goes to the current model of the key's conversation, with the provider's key, and returns the provider's response: its status, its errors, and its headers about rate limits.",
  'Errors of this service have the header `X-ACS-Error`. A budget that is used up is a 402 `quota_exceeded`.',
].join(' ');

const broker = {
  area: 'broker',
  access: 'sandbox',
  modelKey: true,
  generation: 'service',
  method: 'POST',
  stream: true,
  invalidCode: 'malformed_request',
  maxBodyBytes: MAX_BODY_BYTES,
  // Schemas of tools, and results of tools in messages, are deep.
  maxBodyDepth: 64,
  // Texts can be sent for embedding as lists of tokens.
  maxBodyValues: 500_000,
  // API Gateway and Lambda allow 15 minutes. The memory is billed while a model thinks.
  needs: { timeoutSeconds: 900, memoryMegabytes: 512 },
  refusals: {
    malformed_request: 'a field would make the provider spend money on something else than tokens',
    model_not_brokered: 'agents call the model of the conversation themselves',
    model_interface_missing: "the provider of the conversation's model has another interface",
    model_key_missing: 'the model of the conversation needs a key, and has none',
    quota_exceeded: 'a budget is used up',
  },
  errors: [
    'unauthenticated',
    'owner_suspended',
    'quota_exceeded',
    'concurrency_limit_exceeded',
    'model_not_brokered',
    'model_interface_missing',
    'model_key_missing',
    'bad_gateway',
    'gateway_timeout',
    'unavailable',
  ],
} as const;

const openai = { ...broker, failures: 'openai' } as const;

export const createChatCompletion = defineEndpoint(() => ({
  ...openai,
  id: 'create-chat-completion',
  path: '/llm/v1/chat/completions',
  summary: 'Create a chat completion',
  description: sentences,
  body: ChatCompletionRequest,
  success: { status: 200, body: Answer, events: AnswerEvent },
}));

export const createModelResponse = defineEndpoint(() => ({
  ...openai,
  id: 'create-model-response',
  path: '/llm/v1/responses',
  summary: 'Create a response of a model',
  description: sentences,
  body: ModelResponseRequest,
  success: { status: 200, body: Answer, events: AnswerEvent },
}));

export const createEmbeddings = defineEndpoint(() => ({
  ...openai,
  id: 'create-embeddings',
  path: '/llm/v1/embeddings',
  summary: 'Create embeddings',
  description: sentences,
  body: EmbeddingsRequest,
  success: { status: 200, body: Answer, events: AnswerEvent },
}));

export const createAnthropicMessage = defineEndpoint(() => ({
  ...broker,
  failures: 'anthropic',
  id: 'create-anthropic-message',
  path: '/llm/v1/messages',
  summary: 'Create a message with the interface of Anthropic',
  description: sentences,
  body: AnthropicMessageRequest,
  success: { status: 200, body: Answer, events: AnswerEvent },
}));
