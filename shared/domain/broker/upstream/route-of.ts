import { inferredProvider, providerOf } from '../../settings/language-model.ts';
import { carriesCredentials } from '../../settings/plain-fields.ts';
import type { StartModel } from '../../settings/start-settings.ts';
import { addedByBroker } from './options.ts';
import { directProviders, openAiProviders } from './providers.ts';
import type { BrokeredRoute, ModelRoute } from './route.ts';

const ANTHROPIC = 'https://api.anthropic.com';
const GOOGLE = 'https://generativelanguage.googleapis.com/v1beta/openai';

/** The models of Google whose tool calls need no thought signatures, which OpenAI's interface loses. */
const WITHOUT_SIGNATURES = /^(gemini-[12]\.|gemini-embedding|text-embedding|gemma)/;

/** Where requests for a model go. Reads nothing but the model. */
export function routeOf(model: StartModel): ModelRoute {
  const { provider, name } = namesOf(model);
  const { baseUrl, apiKey, options = {} } = model;
  if (options.auth_type === 'subscription') return direct('its sign-in is of a subscription instead of a key');
  if (provider === undefined) return withoutAddress(`'${model.model}' names no provider that the service knows`);
  if (directProviders[provider] !== undefined) return direct(directProviders[provider]);
  if (baseUrl !== null && !isPlain(baseUrl)) return direct('its base URL contains a user, a query or a fragment');
  const owns = { ...addedByBroker(model), apiKey, modelName: name };
  if (provider === 'anthropic') return anthropic(baseUrl ?? ANTHROPIC, owns);
  if (provider === 'azure') return azure(baseUrl, owns);
  if (provider === 'gemini') return gemini(baseUrl, owns);
  const ollamaUrl = baseUrl ?? (typeof options.ollama_base_url === 'string' ? options.ollama_base_url : OLLAMA);
  if (provider === 'ollama' || provider === 'ollama_chat') return openAi(below(ollamaUrl, '/v1'), owns);
  const known = openAiProviders[provider];
  if (known === undefined) return withoutAddress(`the service does not know the interface of '${provider}'`);
  const url = baseUrl ?? known;
  return url === null ? withoutAddress(`models of '${provider}' need a base URL`) : openAi(url, owns);
}

const OLLAMA = 'http://localhost:11434';

/** The provider of a model and the name of the model there. */
export function namesOf({ model, options }: StartModel): { provider: string | undefined; name: string } {
  const chosen = options?.custom_llm_provider;
  if (typeof chosen === 'string' && chosen !== '') {
    const name = model.startsWith(`${chosen}/`) ? model.slice(chosen.length + 1) : model;
    return { provider: chosen, name };
  }
  const prefix = providerOf(model);
  if (prefix === '') return { provider: inferredProvider(model), name: model };
  return { provider: prefix, name: model.slice(prefix.length + 1) };
}

type Owns = Pick<BrokeredRoute, 'apiKey' | 'modelName' | 'headers' | 'bodyFields' | 'ownFields'>;

function openAi(baseUrl: string, owns: Owns): BrokeredRoute {
  return { kind: 'brokered', family: 'openai', baseUrl: trimmed(baseUrl), keyHeader: 'authorization', ...owns };
}

/** Agents append `/v1/messages` to the URL of the settings, unless it ends so. */
function anthropic(baseUrl: string, owns: Owns): ModelRoute {
  if (owns.apiKey?.startsWith('sk-ant-oat')) return direct('its key is the sign-in of a subscription');
  const url = trimmed(baseUrl).replace(/\/v1\/messages$/, '');
  return { kind: 'brokered', family: 'anthropic', baseUrl: `${url}/v1`, keyHeader: 'x-api-key', ...owns };
}

/** Deployments are models of the interface that needs no version: the name of a deployment is that of its model. */
function azure(baseUrl: string | null, owns: Owns): ModelRoute {
  if (baseUrl === null) return withoutAddress("models of 'azure' need a base URL");
  if (/\/openai\/deployments\//.test(baseUrl))
    return direct(
      "its base URL names a deployment: give the URL of the resource, and the deployment as the model's name",
    );
  const url = trimmed(baseUrl).replace(/\/openai(\/v1)?$/, '');
  return { kind: 'brokered', family: 'openai', baseUrl: `${url}/openai/v1`, keyHeader: 'api-key', ...owns };
}

function gemini(baseUrl: string | null, owns: Owns): ModelRoute {
  if (baseUrl !== null) return direct("at another URL, models of 'gemini' have an interface of their own");
  if (!WITHOUT_SIGNATURES.test(owns.modelName))
    return direct('Google requires thought signatures in tool calls, which the interfaces of the broker do not have');
  return openAi(GOOGLE, owns);
}

function direct(reason: string): ModelRoute {
  return { kind: 'direct', reason, lacksAddress: false };
}

function withoutAddress(reason: string): ModelRoute {
  return { kind: 'direct', reason, lacksAddress: true };
}

/** Whether a URL is one of a server, to which a path can be appended. */
function isPlain(url: string): boolean {
  return /^https?:$/.test(URL.parse(url)?.protocol ?? '') && !carriesCredentials(url);
}

function below(url: string, path: string): string {
  const base = trimmed(url);
  return base.endsWith(path) ? base : `${base}${path}`;
}

function trimmed(url: string): string {
  return url.replace(/\/+$/, '');
}
