/** The part of JSON Schema (draft 2020-12) that this document uses. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly propertyNames?: JsonSchema;
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly not?: JsonSchema;
  readonly allOf?: readonly JsonSchema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** The members of `components` that can be referenced. */
export interface Components {
  readonly schemas?: Readonly<Record<string, JsonSchema>>;
}

/** The schema that a reference names. @throws when there is none. */
export function dereferenced(schema: JsonSchema, { schemas = {} }: Components): JsonSchema {
  if (schema.$ref === undefined) return schema;
  const found = schemas[schema.$ref.replace('#/components/schemas/', '')];
  if (!found) throw new Error(`${schema.$ref} leads nowhere.`);
  return found;
}

/** The types that a schema allows; empty if it does not restrict them. */
export function typesOf({ type }: JsonSchema): readonly string[] {
  if (type === undefined) return [];
  return typeof type === 'string' ? [type] : type;
}
