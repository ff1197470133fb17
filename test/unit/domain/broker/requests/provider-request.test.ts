import { describe, expect, it } from 'vitest';
import type { ModelInterface } from '../../../../../shared/domain/broker/calls/model-call.ts';
import { providerRequest } from '../../../../../shared/domain/broker/requests/provider-request.ts';

const model = { modelName: 'the-model', bodyFields: {}, baseUrl: 'https://api.openai.com/v1' };
const of = (kind: ModelInterface, body: Record<string, unknown>) => providerRequest(kind, body, model);
const saying = (content: unknown) => ({ messages: [{ role: 'user', content }] });

describe('a request for a provider', () => {
  it('has the model of the conversation, and the fields of the owner', () => {
    const { text } = providerRequest(
      'messages',
      { model: 'expensive', user: 'agent', x: 1.5 },
      { ...model, bodyFields: { user: 'owner' } },
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
    ['chat_completions', { max_tokens: 0 }, null],
    ['chat_completions', { max_tokens: 0, max_completion_tokens: 5 }, 5],
    ['responses', { max_output_tokens: 0 }, null],
    ['responses', { max_output_tokens: 5, context_management: [{ type: 'compaction' }] }, null],
    ['responses', { max_output_tokens: 5 }, 5],
    ['embeddings', {}, 0],
    ['messages', { max_tokens: 7 }, 7],
    ['messages', { max_tokens: 7, context_management: { edits: [] } }, null],
  ] as const)('of %s with %j has at most %s tokens of output', (kind, body, most) => {
    expect(of(kind, { ...body }).outputTokensAtMost).toBe(most);
  });

  it('of another provider than OpenAI is not limited by a field that others ignore', () => {
    const at = (baseUrl: string, body: object) =>
      providerRequest('chat_completions', { ...body }, { ...model, baseUrl }).outputTokensAtMost;
    const elsewhere = 'https://api.deepseek.com/beta';

    expect(at(elsewhere, { max_completion_tokens: 1 })).toBeNull();
    expect(at(elsewhere, { max_completion_tokens: 1, max_tokens: 9 })).toBe(9);
    expect(at('https://resource.openai.azure.com/openai/v1', { max_completion_tokens: 1 })).toBe(1);
    expect(at('https://api.openai.com.example/v1', { max_completion_tokens: 1 })).toBeNull();
  });

  it('counts each of several answers without a limit, and each pass over the input', () => {
    expect(of('chat_completions', { n: 3 })).toMatchObject({ answers: 3, passes: 1 });
    expect(of('messages', { max_tokens: 7, context_management: {} })).toMatchObject({ answers: 1, passes: 2 });
  });

  it('tells whether the provider keeps a cache for longer than its price says', () => {
    const cached = (cache_control: object) => of('messages', saying([{ type: 'text', text: 'Hi', cache_control }]));

    expect(cached({ type: 'ephemeral', ttl: '1h' }).hasLongCache).toBe(true);
    expect(cached({ type: 'ephemeral', ttl: '5m' }).hasLongCache).toBe(false);
    expect(cached({ type: 'ephemeral' }).hasLongCache).toBe(false);
  });

  it('can have what would cost more where its owner has chosen just that', () => {
    const options = { provider: { order: ['dear'] }, service_tier: 'priority' };
    const asked = (body: object) => () =>
      providerRequest('chat_completions', { ...body }, { ...model, ownFields: options });

    expect(asked({ ...options })).not.toThrow();
    expect(asked({ provider: { order: ['dearest'] } })).toThrow('body.provider');
  });

  it('has no member of a prototype', () => {
    const body = JSON.parse('{"__proto__":{"max_tokens":1},"constructor":1}');

    expect(of('chat_completions', body).outputTokensAtMost).toBeNull();
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
    ['a document of Mistral', saying([{ type: 'document_url', document_url: 'https://a.example' }])],
    ['a recording by URL', saying([{ type: 'video_url', video_url: { url: 'https://a.example' } }])],
    ['a picture of another form', saying([{ type: 'image', image: 'https://a.example' }])],
    ['a screenshot by URL', { input: [{ output: { type: 'computer_screenshot', image_url: 'https://a.example' } }] }],
    ['what Google keeps', { google: { cached_content: 'cachedContents/1' } }],
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
    ['chat_completions', { context_window_fallbacks: [{ a: ['b'] }] }, 'context_window_fallbacks'],
    ['chat_completions', { provider: { order: ['dear'] } }, 'provider'],
    ['chat_completions', { providerOptions: { gateway: { models: ['b'] } } }, 'providerOptions'],
    ['chat_completions', { preset: '@preset/dear' }, 'preset'],
    ['chat_completions', { user_config: { model_list: [] } }, 'user_config'],
    ['chat_completions', { compound_custom: { models: {} } }, 'compound_custom'],
    ['chat_completions', { search_parameters: { mode: 'on' } }, 'search_parameters'],
    ['chat_completions', { enable_search: true }, 'enable_search'],
    ['chat_completions', { deferred: true }, 'deferred'],
    ['chat_completions', { service_tier: 'performance' }, 'service_tier'],
    ['chat_completions', { tools: [{ googleSearch: {} }] }, 'tools'],
    ['chat_completions', saying([{ type: 'audio_url', audio_url: { url: 'https://a.example' } }]), 'messages'],
    ['responses', { input: [{ role: 'user', content: [{ type: 'input_audio' }] }] }, 'input'],
    ['responses', { tools: [{ type: 'namespace', tools: [{ type: 'mcp' }] }] }, 'tools'],
    ['responses', { input: [{ type: 'tool_search_output', tools: [{ type: 'mcp' }] }] }, 'input'],
    ['responses', { agent: { type: 'agent_reference', name: 'x' } }, 'agent'],
    ['messages', { inference_geo: 'us' }, 'inference_geo'],
    ['messages', { tools: [{ web_search: {} }] }, 'tools'],
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
    [
      'chat_completions',
      {
        store: true,
        service_tier: 'flex',
        modalities: ['text'],
        tools: [{ type: 'function' }, { function: { name: 'run' } }],
      },
    ],
    [
      'responses',
      {
        store: false,
        background: false,
        tools: [{ type: 'custom' }, { type: 'namespace', tools: [{ type: 'function' }] }],
      },
    ],
    ['messages', { tools: [{ name: 'run' }, { type: 'bash_20250124' }, { type: 'text_editor_20250728' }] }],
  ] as const)('of %s passes with %j', (kind, body) => {
    expect(JSON.parse(of(kind, { ...body }).text)).toMatchObject(body);
  });
});
