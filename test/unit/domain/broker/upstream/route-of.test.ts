import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brokered, type PriceForAgent } from '../../../../../shared/domain/broker/upstream/brokered.ts';
import { directProviders, openAiProviders } from '../../../../../shared/domain/broker/upstream/providers.ts';
import { routeOf } from '../../../../../shared/domain/broker/upstream/route-of.ts';
import type { StartModel } from '../../../../../shared/domain/settings/start-settings.ts';

const access = { address: 'https://api.example.com', key: 'acs-model.name.secret' };

const priceOf: PriceForAgent = (_model, agentFindsIt) => (agentFindsIt ? undefined : { input_cost_per_token: 1e-6 });

function aModel(model: string, others: Partial<StartModel> = {}): StartModel {
  return { model, baseUrl: null, apiKey: 'provider-key', ...others };
}

/** What an agent gets. */
function ofAgent(model: StartModel): StartModel {
  const route = routeOf(model);
  if (route.kind === 'direct') throw new Error(route.reason);
  return brokered(model, route, access, priceOf);
}

describe('the route of a model', () => {
  it.each([
    ['openai/gpt-4o', 'openai', 'https://api.openai.com/v1', 'gpt-4o', 'authorization'],
    ['gpt-5.2', 'openai', 'https://api.openai.com/v1', 'gpt-5.2', 'authorization'],
    ['o4-mini', 'openai', 'https://api.openai.com/v1', 'o4-mini', 'authorization'],
    ['anthropic/claude-sonnet-4-5', 'anthropic', 'https://api.anthropic.com/v1', 'claude-sonnet-4-5', 'x-api-key'],
    ['claude-opus-4-6', 'anthropic', 'https://api.anthropic.com/v1', 'claude-opus-4-6', 'x-api-key'],
    [
      'gemini/gemini-2.5-pro',
      'openai',
      'https://generativelanguage.googleapis.com/v1beta/openai',
      'gemini-2.5-pro',
      'authorization',
    ],
    ['mistral/devstral-medium', 'openai', 'https://api.mistral.ai/v1', 'devstral-medium', 'authorization'],
    ['openrouter/anthropic/claude-4', 'openai', 'https://openrouter.ai/api/v1', 'anthropic/claude-4', 'authorization'],
    ['openhands/claude-4', 'openai', 'https://llm-proxy.app.all-hands.dev/v1', 'claude-4', 'authorization'],
    ['ollama/qwen3:8b', 'openai', 'http://localhost:11434/v1', 'qwen3:8b', 'authorization'],
  ])('%s', (model, family, baseUrl, modelName, keyHeader) => {
    expect(routeOf(aModel(model))).toEqual({
      kind: 'brokered',
      family,
      baseUrl,
      modelName,
      apiKey: 'provider-key',
      keyHeader,
      headers: {},
      bodyFields: {},
    });
  });

  it.each([
    ['openai/local', 'http://10.0.0.1:8000/v1/', 'http://10.0.0.1:8000/v1'],
    ['litellm_proxy/any', 'https://proxy.example.com', 'https://proxy.example.com'],
    ['anthropic/claude-4', 'https://proxy.example.com/anthropic/', 'https://proxy.example.com/anthropic/v1'],
    ['anthropic/claude-4', 'https://proxy.example.com/v1/messages', 'https://proxy.example.com/v1'],
    ['ollama_chat/qwen3', 'http://ollama:11434', 'http://ollama:11434/v1'],
    ['azure/my-deployment', 'https://me.openai.azure.com/', 'https://me.openai.azure.com/openai/v1'],
    ['azure/my-deployment', 'https://me.openai.azure.com/openai/v1', 'https://me.openai.azure.com/openai/v1'],
  ])('%s at %s', (model, given, baseUrl) => {
    expect(routeOf(aModel(model, { baseUrl: given }))).toMatchObject({ kind: 'brokered', baseUrl });
  });

  it.each<[string, Partial<StartModel>, RegExp]>([
    ['bedrock/anthropic.claude-4', {}, /Amazon Bedrock takes credentials of AWS/],
    ['vertex_ai/gemini-2.5-pro', {}, /Vertex AI takes credentials of Google/],
    ['gemini-2.5-pro', {}, /Vertex AI/],
    ['gemini/gemini-3-pro', {}, /thought signatures/],
    ['gemini/gemini-2.5-pro', { baseUrl: 'https://proxy.example.com' }, /interface of their own/],
    ['azure/gpt', {}, /base URL/],
    ['azure/gpt', { baseUrl: 'https://me.openai.azure.com/openai/deployments/gpt' }, /names a deployment/],
    ['hosted_vllm/model', {}, /base URL/],
    ['llama-3', {}, /names no provider/],
    ['some_provider/llama-3', {}, /does not know the interface of 'some_provider'/],
    ['openai/gpt', { options: { auth_type: 'subscription' } }, /subscription/],
    ['anthropic/claude-4', { apiKey: 'sk-ant-oat01-x' }, /subscription/],
    ['openai/gpt', { baseUrl: 'https://user:password@proxy.example.com/v1' }, /a user, a query or a fragment/],
    ['openai/gpt', { baseUrl: 'https://proxy.example.com/v1?key=secret' }, /a user, a query or a fragment/],
    ['openai/gpt', { baseUrl: 'file:///etc/passwd' }, /a user, a query or a fragment/],
    ['openai/gpt', { baseUrl: 'nowhere' }, /a user, a query or a fragment/],
  ])('of %s is direct', (model, others, reason) => {
    expect(routeOf(aModel(model, others))).toMatchObject({ kind: 'direct', reason: expect.stringMatching(reason) });
  });

  it.each([
    ['azure/gpt', true],
    ['hosted_vllm/model', true],
    ['llama-3', true],
    ['some_provider/llama-3', true],
    ['bedrock/anthropic.claude-4', false],
    ['gemini/gemini-3-pro', false],
  ])('of %s lacks an address: %s', (model, lacksAddress) => {
    expect(routeOf(aModel(model))).toMatchObject({ lacksAddress });
  });

  it('of a reason says nothing of the key or of credentials', () => {
    const model = aModel('openai/x', { baseUrl: 'https://user:password@proxy.example.com', apiKey: 'provider-key' });

    expect(JSON.stringify(routeOf(model))).not.toMatch(/password|provider-key/);
  });

  it('sends a key only to the URL of its provider, whatever the name of the model', () => {
    const providers = [
      ...Object.keys(openAiProviders),
      ...Object.keys(directProviders),
      'anthropic',
      'gemini',
      'azure',
    ];
    const names = fc.array(fc.constantFrom('/', '..', 'http://evil.example.com', '@evil', '?', '#', 'gpt', '%2e'));

    const property = fc.property(fc.constantFrom(...providers), names, (provider, parts) => {
      const plain = routeOf(aModel(`${provider}/gemini-2.5`, { baseUrl: null }));
      const other = routeOf(aModel(`${provider}/gemini-2.${parts.join('')}`, { baseUrl: null }));
      return plain.kind === 'direct' || other.kind === 'direct' || plain.baseUrl === other.baseUrl;
    });

    expect(fc.check(property).failed).toBe(false);
  });
});

describe('what an agent gets of a brokered model', () => {
  it.each([
    ['openai/gpt-4o', 'openai/gpt-4o', undefined],
    ['gpt-4o', 'openai/gpt-4o', undefined],
    ['gemini/gemini-2.5-pro', 'openai/gemini-2.5-pro', 'gemini/gemini-2.5-pro'],
    ['openrouter/openai/gpt-5', 'openai/openai/gpt-5', 'openrouter/openai/gpt-5'],
    ['openhands/claude-4', 'openai/claude-4', 'claude-4'],
  ])('%s', (name, model, canonical) => {
    expect(ofAgent(aModel(name))).toEqual({
      model,
      baseUrl: 'https://api.example.com/llm/v1',
      apiKey: access.key,
      options: canonical === undefined ? {} : { model_canonical_name: canonical, input_cost_per_token: 1e-6 },
      isBrokered: true,
    });
  });

  it('for Anthropic, whose interface begins below the address', () => {
    expect(ofAgent(aModel('claude-sonnet-4-5'))).toEqual({
      model: 'anthropic/claude-sonnet-4-5',
      baseUrl: 'https://api.example.com/llm',
      apiKey: access.key,
      options: {},
      isBrokered: true,
    });
  });

  it('has options, but no secret and no address of the owner', () => {
    const model = aModel('openai/gpt-4o', {
      baseUrl: 'https://proxy.example.com/v1',
      options: {
        temperature: 0.5,
        model_canonical_name: 'openai/gpt-4o-mini',
        litellm_extra_body: { tags: ['secret-tag'] },
        extra_headers: { 'X-Team': 'secret-team', Host: 'evil', 'Bad\n': 'x', 'X-Bad': 'a\r\nb' },
        aws_access_key_id: 'secret-id',
        ollama_base_url: 'http://proxy.example.com',
        some_field: ['secret-tag'],
      },
      secrets: ['secret-tag', 'secret-team', 'secret-id'],
    });

    const agents = ofAgent(model);

    expect(agents.options).toEqual({ temperature: 0.5, model_canonical_name: 'openai/gpt-4o-mini' });
    expect(JSON.stringify(agents)).not.toMatch(/secret-|provider-key|proxy\.example/);
    expect(routeOf(model)).toMatchObject({
      headers: { 'x-team': 'secret-team' },
      bodyFields: { tags: ['secret-tag'] },
    });
  });

  it('has fields of bodies without secrets, which agents send themselves', () => {
    const model = aModel('hosted_vllm/m', { baseUrl: 'http://vllm/v1', options: { litellm_extra_body: { top_k: 5 } } });

    expect(ofAgent(model).options).toMatchObject({ litellm_extra_body: { top_k: 5 } });
    expect(routeOf(model)).toMatchObject({ bodyFields: {}, ownFields: { top_k: 5 } });
  });
});
