import type { ModelInterface, ModelTokens } from '../../../shared/domain/broker/calls/model-call.ts';
import type { Answer, ErrorAnswer } from './model-script.ts';

/** An answer in the formats of the interfaces, as their documentation shows them. */
interface Format {
  readonly whole: (answer: Answer) => object;
  /** The events of a stream, as text. */
  readonly events: (answer: Answer, asked: Asked) => readonly string[];
}

export interface Asked {
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean } | null;
  readonly input?: unknown;
}

export const MODEL = 'scripted-model';

function tokensOf({ tokens, text = '' }: Answer): ModelTokens {
  const given = tokens === 'none' ? {} : tokens;
  return { input: 12, cacheRead: 0, cacheWrite: 0, output: Math.max(1, text.length), ...given };
}

function piecesOf({ text = '', pieceLength = 8 }: Answer): string[] {
  const count = Math.ceil(text.length / pieceLength);
  return Array.from({ length: count }, (_, index) => text.slice(index * pieceLength, (index + 1) * pieceLength));
}

const data = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
const event = (type: string, value: object) => `event: ${type}\n${data({ type, ...value })}`;

function openAiUsage(answer: Answer) {
  const { input, cacheRead, cacheWrite, output } = tokensOf(answer);
  const prompt = input + cacheRead + cacheWrite;
  return {
    prompt_tokens: prompt,
    completion_tokens: output,
    total_tokens: prompt + output,
    prompt_tokens_details: { cached_tokens: cacheRead, ...(cacheWrite > 0 ? { cache_write_tokens: cacheWrite } : {}) },
    completion_tokens_details: { reasoning_tokens: 0 },
  };
}

const chatHead = { id: 'chatcmpl-1', created: 1_764_000_000, model: MODEL };

function chatTools({ tools = [] }: Answer) {
  return tools.map(({ name, arguments: given }, index) => ({
    index,
    id: `call_${index}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(given) },
  }));
}

const finishOf = ({ tools = [] }: Answer) => (tools.length > 0 ? 'tool_calls' : 'stop');

const chat: Format = {
  whole: (answer) => {
    const tools = chatTools(answer).map(({ index: _, ...call }) => call);
    const message = {
      role: 'assistant',
      content: answer.text ?? null,
      ...(tools.length > 0 ? { tool_calls: tools } : {}),
    };
    return {
      ...chatHead,
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: finishOf(answer) }],
      ...(answer.tokens === 'none' ? {} : { usage: openAiUsage(answer) }),
    };
  },
  events: (answer, { stream_options: options }) => {
    const isCounted = options?.include_usage === true && answer.tokens !== 'none';
    const chunk = (delta: object, finish: string | null = null) =>
      data({
        ...chatHead,
        object: 'chat.completion.chunk',
        choices: [{ index: 0, delta, finish_reason: finish }],
        ...(isCounted ? { usage: null } : {}),
      });
    const tools = chatTools(answer);
    const usage = { ...chatHead, object: 'chat.completion.chunk', choices: [], usage: openAiUsage(answer) };
    return [
      chunk({ role: 'assistant', content: '' }),
      ...piecesOf(answer).map((content) => chunk({ content })),
      ...(tools.length > 0 ? [chunk({ tool_calls: tools })] : []),
      chunk({}, finishOf(answer)),
      ...(isCounted ? [data(usage)] : []),
      'data: [DONE]\n\n',
    ];
  },
};

function responseOutput({ text, tools = [] }: Answer) {
  const content = [{ type: 'output_text', text: text ?? '', annotations: [] }];
  return [
    ...(text === undefined ? [] : [{ id: 'msg_1', type: 'message', role: 'assistant', status: 'completed', content }]),
    ...tools.map(({ name, arguments: given }, index) => ({
      id: `fc_${index}`,
      call_id: `call_${index}`,
      type: 'function_call',
      status: 'completed',
      name,
      arguments: JSON.stringify(given),
    })),
  ];
}

function responseOf(answer: Answer, status: string) {
  const { input, cacheRead, cacheWrite, output } = tokensOf(answer);
  const prompt = input + cacheRead + cacheWrite;
  const usage = {
    input_tokens: prompt,
    input_tokens_details: { cached_tokens: cacheRead },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: prompt + output,
  };
  const isOver = status === 'completed';
  return {
    id: 'resp_1',
    object: 'response',
    created_at: 1_764_000_000,
    model: MODEL,
    status,
    error: null,
    incomplete_details: null,
    parallel_tool_calls: true,
    tool_choice: 'auto',
    tools: [],
    output: isOver ? responseOutput(answer) : [],
    usage: isOver && answer.tokens !== 'none' ? usage : null,
  };
}

const responses: Format = {
  whole: (answer) => responseOf(answer, 'completed'),
  events: (answer) => {
    const at = { item_id: 'msg_1', output_index: 0, content_index: 0 };
    const events: readonly (readonly [string, object])[] = [
      ['response.created', { response: responseOf(answer, 'in_progress') }],
      ...piecesOf(answer).map((delta) => ['response.output_text.delta', { ...at, delta }] as const),
      ...responseOutput(answer).map(
        (item, index) => ['response.output_item.done', { output_index: index, item }] as const,
      ),
      ['response.completed', { response: responseOf(answer, 'completed') }],
    ];
    return events.map(([type, value], index) => event(type, { sequence_number: index, ...value }));
  },
};

function messageUsage(answer: Answer) {
  const { input, cacheRead, cacheWrite } = tokensOf(answer);
  return { input_tokens: input, cache_creation_input_tokens: cacheWrite, cache_read_input_tokens: cacheRead };
}

function messageContent({ text, tools = [] }: Answer) {
  return [
    ...(text === undefined ? [] : [{ type: 'text', text }]),
    ...tools.map(({ name, arguments: input }, index) => ({ type: 'tool_use', id: `toolu_${index}`, name, input })),
  ];
}

const stopOf = ({ tools = [] }: Answer) => (tools.length > 0 ? 'tool_use' : 'end_turn');

const messageHead = { id: 'msg_1', type: 'message', role: 'assistant', model: MODEL };

const messages: Format = {
  whole: (answer) => ({
    ...messageHead,
    content: messageContent(answer),
    stop_reason: stopOf(answer),
    stop_sequence: null,
    ...(answer.tokens === 'none' ? {} : { usage: { ...messageUsage(answer), output_tokens: tokensOf(answer).output } }),
  }),
  events: (answer) => {
    const isCounted = answer.tokens !== 'none';
    const start = { ...messageHead, content: [], stop_reason: null, stop_sequence: null };
    const blocks = messageContent(answer).flatMap((block, index) => {
      const begun = block.type === 'text' ? { type: 'text', text: '' } : { ...block, input: {} };
      const deltas =
        block.type === 'text'
          ? piecesOf(answer).map((text) => ({ type: 'text_delta', text }))
          : [{ type: 'input_json_delta', partial_json: JSON.stringify('input' in block ? block.input : {}) }];
      return [
        event('content_block_start', { index, content_block: begun }),
        ...deltas.map((delta) => event('content_block_delta', { index, delta })),
        event('content_block_stop', { index }),
      ];
    });
    const usage = isCounted ? { usage: { ...messageUsage(answer), output_tokens: 1 } } : {};
    const last = isCounted ? { usage: { output_tokens: tokensOf(answer).output } } : {};
    return [
      event('message_start', { message: { ...start, ...usage } }),
      event('ping', {}),
      ...blocks,
      event('message_delta', { delta: { stop_reason: stopOf(answer), stop_sequence: null }, ...last }),
      event('message_stop', {}),
    ];
  },
};

const embeddings: Format = {
  whole: (answer) => ({
    object: 'list',
    model: MODEL,
    data: [{ object: 'embedding', index: 0, embedding: [0.1, -0.2, 0.3] }],
    ...(answer.tokens === 'none'
      ? {}
      : { usage: { prompt_tokens: tokensOf(answer).input, total_tokens: tokensOf(answer).input } }),
  }),
  events: () => [],
};

export const formats: Readonly<Record<ModelInterface, Format>> = {
  chat_completions: chat,
  responses,
  messages,
  embeddings,
};

/** An error as the provider of the interface returns it. */
export function errorBody(kind: ModelInterface, { message, type = 'api_error' }: ErrorAnswer): object {
  if (kind === 'messages') return { type: 'error', error: { type, message }, request_id: 'req_provider' };
  return { error: { message, type, param: null, code: null } };
}
