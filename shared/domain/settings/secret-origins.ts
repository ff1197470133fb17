import type { JsonObject } from '../../contract/shapes/json.ts';
import type { Sealed } from '../../platform/vault.ts';
import { isObject, type Path } from './json-path.ts';
import { linkedModel, llmOf, textOf } from './language-model.ts';
import { isSealed, replaceSealed, sealedIn } from './sealed-json.ts';
import { originOf, otherOrigin } from './secrets/origins.ts';
import type { OwnerSettings } from './settings-store.ts';

/** The fields of a language model with the addresses that get its secrets. */
export const MODEL_ADDRESSES: readonly string[] = ['base_url', 'ollama_base_url', 'aws_bedrock_runtime_endpoint'];

/** The origin of a model without a URL: its provider's. */
const PROVIDER = 'provider';

/** A secret, the field that holds it, and an origin that gets it. */
interface Use {
  readonly tag: Sealed['tag'];
  readonly field: Path;
  readonly origin: string;
}

/**
 * A secret belongs to the origins that it was given for: a caller who can change settings, but not read secrets, must
 * not send it elsewhere. Each seal has its own tag, so a secret that was sent again is new.
 *
 * @throws AppError `validation_failed`
 */
export function requireKnownOrigins(before: OwnerSettings, after: OwnerSettings): void {
  const known = Map.groupBy(usesIn(before), ({ tag }) => tag);
  for (const { tag, field, origin } of usesIn(after)) {
    const uses = known.get(tag);
    if (uses && !uses.some((use) => use.origin === origin)) throw otherOrigin(field);
  }
}

function usesIn(settings: OwnerSettings): readonly Use[] {
  const { verification } = settings.agent_settings;
  const agent = 'agent_settings_diff';
  return [
    ...settings.provider_connections.map(({ api_key: { tag }, base_url: url }) => ({
      tag,
      field: ['api_key'],
      origin: url === null ? PROVIDER : originOf(url),
    })),
    ...usesOfModel(linkedModel(llmOf(settings), settings), [agent, 'llm']),
    ...settings.profiles.flatMap(({ llm }) => usesOfModel(linkedModel(llm, settings), ['llm'])),
    ...usesOf(isObject(verification) ? verification : {}, ['critic_server_url'], [agent, 'verification']),
  ];
}

/** A few providers take their URL from the name of the model, and those of AWS a part of it from the Region. */
function usesOfModel(llm: JsonObject, field: Path): readonly Use[] {
  const [url] = /https?:\/\/.*/i.exec(textOf(llm.model) ?? '') ?? [];
  const [region] = /^.*[^a-z0-9-].*$/is.exec(textOf(llm.aws_region_name) ?? '') ?? [];
  const others = [url, region].filter((address) => address !== undefined);
  const elsewhere = others.flatMap((address) => usesOf({ ...llm, base_url: address }, ['base_url'], field));
  return [...usesOf(llm, MODEL_ADDRESSES, field), ...elsewhere];
}

/** The secrets of an object, each with the origins in these fields. The first field has a default. */
function usesOf(object: JsonObject, addresses: readonly string[], field: Path): readonly Use[] {
  const origins = addresses.flatMap((name, place) => {
    const address = object[name];
    const sealed = isSealed(address) ? sealedIn(address) : undefined;
    // Only an unchanged URL with credentials is the same.
    if (sealed) return [sealed.tag];
    const text = textOf(address);
    return text === null ? (place === 0 ? [PROVIDER] : []) : [originOf(text)];
  });
  const uses: Use[] = [];
  const secrets = Object.fromEntries(Object.entries(object).filter(([name]) => !addresses.includes(name)));
  replaceSealed(secrets, ({ tag }, path) => {
    uses.push(...origins.map((origin) => ({ tag, field: [...field, ...path], origin })));
    return null;
  });
  return uses;
}
