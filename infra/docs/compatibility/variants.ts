import type { JsonSchema } from '../openapi/json-schema.ts';
import { type Described, resolved } from './described.ts';

/** What a value may be, one by one: unions and lists of types taken apart, references followed, parts put together. */
export function variantsOf(given: JsonSchema, document: Described): readonly JsonSchema[] {
  const schema = resolved<JsonSchema>(given, document);
  const choice = schema.anyOf ?? schema.oneOf;
  if (choice) return choice.flatMap((one) => variantsOf(one, document));
  if (schema.allOf) return [together(schema, document)];
  if (typeof schema.type === 'object') return schema.type.map((type) => ({ ...schema, type }));
  return [schema];
}

function together({ allOf = [], ...own }: JsonSchema, document: Described): JsonSchema {
  const parts = [...allOf.flatMap((part) => variantsOf(part, document)), own];
  const properties = Object.assign({}, ...parts.map((part) => part.properties));
  return Object.assign({}, ...parts, { properties, required: parts.flatMap(({ required = [] }) => required) });
}

/** The type of a variant. Where a schema says only which values there are, theirs. */
export function kindOf({ type, enum: values, const: only, properties }: JsonSchema): string {
  if (typeof type === 'string') return type;
  if (properties) return 'object';
  const value = only === undefined ? values?.[0] : only;
  if (value === undefined) return 'anything';
  return value === null ? 'null' : typeof value;
}
