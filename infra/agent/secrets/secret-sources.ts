import type { JsonObject } from '../base/json.ts';
import type { Fields } from '../http/fields.ts';

/** Reads secrets: values and places to look them up. @param allowsTexts whether a mere text is a value */
export function readSecrets(fields: Fields, allowsTexts = false): JsonObject {
  const sources = fields.nested('secrets');
  const read = (name: string) => {
    const value = sources?.raw(name);
    if (allowsTexts && typeof value === 'string')
      return [[name, { description: null, value, kind: 'StaticSecret' }] as const];
    const source = sources?.nested(name);
    return source ? [[name, readSource(source)] as const] : [];
  };
  return Object.fromEntries((sources?.names() ?? []).flatMap(read));
}

function readSource(source: Fields): JsonObject {
  const description = source.string('description') ?? null;
  const kind = source.string('kind') ?? '';
  if (kind === 'StaticSecret') return { description, value: source.string('value') ?? null, kind };
  if (kind !== 'LookupSecret') {
    source.add([], 'value_error', `Value error, Unknown kind '${kind}', expected LookupSecret or StaticSecret`);
    return {};
  }
  source.require('url');
  return { description, url: source.string('url') ?? '', headers: source.stringMap('headers') ?? {}, kind };
}
