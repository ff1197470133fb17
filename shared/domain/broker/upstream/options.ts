import { textsIn } from '../../sandboxes/agent/foreign-text.ts';
import type { StartModel } from '../../settings/start-settings.ts';
import type { BrokeredRoute } from './route.ts';

type Options = Readonly<Record<string, unknown>>;

/** Options that are about the way to the provider, which agents do not take themselves. */
const OF_THE_WAY: ReadonlySet<string> = new Set([
  'api_version',
  'auth_type',
  'custom_llm_provider',
  'extra_headers',
  'ollama_base_url',
  'openrouter_app_name',
  'openrouter_site_url',
  'subscription_vendor',
]);

/** What the broker adds to requests: the owner's headers, and the fields of bodies that contain secrets. */
export function addedByBroker(model: StartModel): Pick<BrokeredRoute, 'headers' | 'bodyFields' | 'ownFields'> {
  const { extra_headers: headers, litellm_extra_body: body } = model.options ?? {};
  if (!isOptions(body)) return { headers: headersOf(headers), bodyFields: {} };
  const fields = hasSecret(body, model) ? { bodyFields: body } : { bodyFields: {}, ownFields: body };
  return { headers: headersOf(headers), ...fields };
}

/** The options that agents get: none that contains a secret, and none about the way to the provider. */
export function optionsOfAgents(model: StartModel): Options {
  const entries = Object.entries(model.options ?? {});
  return Object.fromEntries(
    entries.filter(([name, value]) => !OF_THE_WAY.has(name) && !name.startsWith('aws_') && !hasSecret(value, model)),
  );
}

/** Names of headers that a provider's answer or the connection depends on. The broker sets them. */
const NOT_OWN = /^(host|connection|content-.*|transfer-encoding|accept-encoding|te|trailer|upgrade|expect)$/;

function headersOf(given: unknown): Record<string, string> {
  const entries = isOptions(given) ? Object.entries(given) : [];
  return Object.fromEntries(
    entries.flatMap(([name, value]) => {
      const key = name.toLowerCase();
      const isHeader = typeof value === 'string' && /^[a-z0-9-]+$/.test(key) && /^[\t\x20-\x7e]*$/.test(value);
      return isHeader && !NOT_OWN.test(key) ? [[key, value] as const] : [];
    }),
  );
}

function hasSecret(value: unknown, { secrets = [] }: StartModel): boolean {
  return textsIn(value).some((text) => secrets.includes(text));
}

function isOptions(value: unknown): value is Options {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
