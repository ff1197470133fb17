import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Schema, violation } from '../../fuzz/schema.ts';

/** Excerpts of the schemas that providers publish, with their sources. */
type Descriptions = Readonly<Record<string, Schema>>;

const provider = (name: string): Descriptions =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'descriptions', `${name}.json`), 'utf8')).schemas;

/** Checks the responses of a stub against the published schemas of the provider. */
export function describedBy(name: string) {
  const schemas = provider(name);
  const schemaOf = (kind: string): Schema => {
    const schema = schemas[kind];
    if (schema === undefined) throw new Error(`the descriptions of ${name} have no ${kind}`);
    return schema;
  };
  const checked = <T>(schema: Schema, value: T): T => {
    const problem = violation(schema, value, () => false);
    if (problem !== undefined) throw new Error(`no answer of ${name}: ${problem}`);
    return value;
  };
  return {
    one: <T>(kind: string, value: T): T => checked(schemaOf(kind), value),
    many: <T>(kind: string, values: readonly T[]): readonly T[] =>
      checked({ type: 'array', items: schemaOf(kind) }, values),
  };
}
