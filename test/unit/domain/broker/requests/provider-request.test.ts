import { describe, expect, it } from 'vitest';
import type { ModelInterface } from '../../../../../shared/domain/broker/calls/model-call.ts';
import { providerRequest } from '../../../../../shared/domain/broker/requests/provider-request.ts';

const model = { modelName: 'the-model', bodyFields: {} };
const of = (kind: ModelInterface, body: Record<string, unknown>) => providerRequest(kind, body, model);
const saying = (content: unknown) => ({ messages: [{ role: 'user', content }] });

describe('a request for a provider', () => {
  it('has the model of the conversation, and the fields of the owner', () => {
    const { text } = providerRequest(
      'messages',
      { model: 'expensive', user: 'agent', x: 1.5 },
      { modelName: 'the-model', bodyFields: { user: 'owner' } },
    );

    expect(JSON.parse(text)).toEqual({ model: 'the-model', user: 'owner', x: 1.5 });
  });

  it('asks for the usage of a streamed chat, and keeps the other options', () => {
    const streamed = of('chat_completions', { stream: true, stream_options: { x: 1, include_usage: false } });

    expect(JSON.parse(streamed.text).stream_options).toEqual({ x: 1, include_usage: true });
    expect(streamed).toMatchObject({ isStreamed: true, hidesUsage: true });
    expect(of('chat_completions', { stream: true, stream_options: { include_usage: true } }).hidesUsage).toBe(false);
    expect(of('messages', { stream: true }).text).not.toContain('stream_options');
  });

  it.each([
    ['chat_completions', { max_tokens: 10 }, 10],
    ['chat_completions', { max_tokens: 10, max_completion_tokens: 30 }, 30],
    ['chat_completions', { max_completion_tokens: 30, n: 3 }, 90],
    ['chat_completions', { max_tokens: 10, prediction: { content: 'abc' } }, 10 + '{"content":"abc"}'.length],
    ['chat_completions', { n: 3 }, null],
    ['responses', { max_output_tokens: 5 }, 5],
    ['embeddings', {}, 0],
    ['messages', { max_tokens: 7 }, 7],
    ['messages', { max_tokens: 7, context_management: { edits: [] } }, null],
  ] as const)('of %s with %j has at most %s tokens of output', (kind, body, most) => {
    expect(of(kind, { ...body }).outputTokensAtMost).toBe(most);
  });

  it('has at most a token for each byte of text, and what providers add', () => {
    const { text, inputTokensAtMost } = of('chat_completions', { ...saying('日本語'), tools: [{ type: 'function' }] });

    expect(inputTokensAtMost).toBe(Buffer.byteLength(text) + 2_000 + 1_000);
  });

  it.each([
    ['of OpenAI', [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } }]],
    ['of a response', [{ type: 'input_image', image_url: 'data:image/png;base64,AA' }]],
    ['of Anthropic', [{ type: 'image', source: { type: 'base64', data: 'AA' } }]],
    ['in the result of a tool', [{ type: 'tool_result', content: [{ type: 'image', source: { type: 'base64' } }] }]],
  ])('counts a picture %s', (_, content) => {
    expect(of('messages', saying(content)).inputTokensAtMost).toBeGreaterThan(50_000);
  });

  it.each([
    ['a picture by URL', saying([{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }])],
    ['a picture of Anthropic by URL', saying([{ type: 'image', source: { type: 'url', url: 'https://a.example' } }])],
    ['a file by its id', saying([{ type: 'input_file', file_id: 'file-1' }])],
    ['a file that is compressed', saying([{ type: 'file', file: { file_data: 'AA' } }])],
    ['a document', saying([{ type: 'document', source: { type: 'base64', data: 'AA' } }])],
    ['an earlier response', { input: 'Hi', previous_response_id: 'resp_1' }],
    ['a stored conversation', { input: 'Hi', conversation: 'conv_1' }],
    ['a stored prompt', { prompt: { id: 'pmpt_1' } }],
    ['a stored item', { input: [{ type: 'item_reference', id: 'x' }] }],
  ])('with %s can have the whole context', (_, body) => {
    expect(of('responses', body).inputTokensAtMost).toBeNull();
  });

  it.each([
    ['chat_completions', { models: ['a', 'b'] }, 'models'],
    ['chat_completions', { fallbacks: ['a'] }, 'fallbacks'],
    ['chat_completions', { base_url: 'https://elsewhere.example' }, 'base_url'],
    ['chat_completions', { web_search_options: {} }, 'web_search_options'],
    ['chat_completions', { plugins: [{ id: 'web' }] }, 'plugins'],
    ['chat_completions', { modalities: ['text', 'audio'] }, 'modalities'],
    ['chat_completions', saying([{ type: 'input_audio' }]), 'messages'],
    ['responses', { background: true }, 'background'],
    ['responses', { service_tier: 'priority' }, 'service_tier'],
    ['responses', { tools: [{ type: 'code_interpreter' }] }, 'tools'],
    ['messages', { speed: 'fast' }, 'speed'],
    ['messages', { mcp_servers: [{ url: 'https://a.example' }] }, 'mcp_servers'],
    ['messages', { tools: [{ type: 'web_search_20250305' }] }, 'tools'],
  ] as const)('of %s is refused with %j', (kind, body, name) => {
    expect(() => of(kind, { ...body })).toThrow(`body.${name}`);
  });

  it.each([
    ['chat_completions', { store: true, service_tier: 'flex', modalities: ['text'], tools: [{ type: 'function' }] }],
    ['responses', { store: false, background: false, tools: [{ type: 'custom' }, { type: 'local_shell' }] }],
    ['messages', { tools: [{ name: 'run' }, { type: 'bash_20250124' }, { type: 'text_editor_20250728' }] }],
  ] as const)('of %s passes with %j', (kind, body) => {
    expect(JSON.parse(of(kind, { ...body }).text)).toMatchObject(body);
  });
});
