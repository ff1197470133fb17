import { namedExample } from './example-words.ts';
import { type Components, dereferenced, type JsonSchema, typesOf } from './json-schema.ts';

/** Schemas can be recursive: from this depth on, optional members are left out. */
const DEEPEST = 8;

/** An example of a schema, by the samples in `example-words.ts`. @param optional whether it has optional members */
export function exampleOf(schema: JsonSchema, components: Components, optional: boolean): unknown {
  return sampleOf(schema, { name: '', components, optional, depth: 0 });
}

interface Place {
  readonly name: string;
  readonly components: Components;
  readonly optional: boolean;
  readonly depth: number;
}

function sampleOf(given: JsonSchema, place: Place): unknown {
  const schema = dereferenced(given, place.components);
  if (schema.const !== undefined) return schema.const;
  const named = namedExample(place.name, schema, place.components);
  if (named !== undefined) return named;
  if (schema.enum) return schema.enum[0];
  const choice = schema.anyOf ?? schema.oneOf;
  if (choice) return choiceOf(choice, place);
  // For strings, `allOf` holds further patterns.
  if (schema.allOf && schema.type === undefined)
    return Object.assign({}, ...schema.allOf.map((part) => sampleOf(part, place)));
  // The first type other than null, if there is one.
  switch (typesOf(schema).toSorted((a, b) => Number(a === 'null') - Number(b === 'null'))[0]) {
    case 'object':
      return objectOf(schema, place);
    case 'array':
      return arrayOf(schema, place);
    case 'string':
      return textOf(schema);
    case 'integer':
    case 'number':
      return schema.minimum !== undefined && schema.minimum > 0 ? schema.minimum : 1;
    case 'boolean':
      return schema.default === undefined ? true : schema.default;
    case 'null':
      return null;
    default:
      return {};
  }
}

/** The first option other than null. */
function choiceOf(choice: readonly JsonSchema[], place: Place): unknown {
  const something = choice.find(({ type }) => type !== 'null');
  return something && place.depth < DEEPEST ? sampleOf(something, place) : null;
}

function objectOf(
  { properties = {}, required = [], additionalProperties, propertyNames }: JsonSchema,
  place: Place,
): unknown {
  const depth = place.depth + 1;
  const shown = Object.entries(properties).filter(
    ([name]) => required.includes(name) || (place.optional && depth < DEEPEST),
  );
  const members = shown.map(([name, schema]) => [name, sampleOf(schema, { ...place, name, depth })] as const);
  if (members.length > 0 || typeof additionalProperties !== 'object') return Object.fromEntries(members);
  if (Object.keys(additionalProperties).length === 0 || depth >= DEEPEST) return {};
  const name = propertyNames ? sampleOf(propertyNames, { ...place, name: 'name' }) : 'name';
  return { [String(name)]: sampleOf(additionalProperties, { ...place, name: '', depth }) };
}

/** Items are named like their list, without the s. */
function arrayOf({ items, prefixItems, minItems = 0 }: JsonSchema, place: Place): unknown {
  const depth = place.depth + 1;
  if (prefixItems) return prefixItems.map((item) => sampleOf(item, { ...place, depth }));
  if (!items || items.not || (depth >= DEEPEST && minItems === 0)) return [];
  return [sampleOf(items, { ...place, name: place.name.replace(/s$/, ''), depth })];
}

function textOf({ format, minLength = 0, maxLength }: JsonSchema): string {
  if (format === 'date-time') return '2026-11-21T09:30:00.000Z';
  if (format === 'date') return '2026-11-21';
  if (format === 'uri') return 'https://example.com/';
  return 'text'.padEnd(minLength, 'x').slice(0, maxLength);
}
