import type { Schema } from './api-description.ts';
import { anchor, html, type Markup, prose } from './markup.ts';

/** Members are shown so deep; below that, a type is only named. */
const DEEPEST = 3;

/** The type of a value, in a few words; named schemas are linked. */
export function typeWords(schema: Schema): Markup {
  if (schema.$ref !== undefined) return named(schema.$ref);
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum) return joined(schema.enum.map((value) => html`<code>${JSON.stringify(value)}</code>`));
  const choice = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choice) return joined(choice.map(typeWords));
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  if (types.length === 0) return html`anything`;
  return joined(types.map((type) => oneType(type, schema)));
}

function named($ref: string): Markup {
  const name = $ref.slice($ref.lastIndexOf('/') + 1);
  return html`<a href="#schema-${anchor(name)}">${name}</a>`;
}

function oneType(type: string, { items, additionalProperties, format }: Schema): Markup {
  if (type === 'array') return html`list of ${items ? typeWords(items) : 'anything'}`;
  if (type === 'object' && typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0) {
    return html`object of ${typeWords(additionalProperties)}`;
  }
  return html`${type}${format === undefined ? undefined : ` (${format})`}`;
}

function joined(words: readonly Markup[]): Markup {
  return html`${words.map((word, at) => (at === 0 ? word : html` or ${word}`))}`;
}

/** The members of an object, or of a list's items; nothing for others. */
export function members(schema: Schema, depth = 0): Markup | undefined {
  const { properties } = schema.items ?? schema;
  if (!properties || Object.keys(properties).length === 0 || depth >= DEEPEST) return undefined;
  const required = (schema.items ?? schema).required ?? [];
  return html`<dl>${Object.entries(properties).map(([name, member]) => row(name, member, required.includes(name), depth))}</dl>`;
}

function row(name: string, schema: Schema, isRequired: boolean, depth: number): Markup {
  return html`<dt><code>${name}</code>${isRequired ? undefined : html` <i>optional</i>`}</dt><dd>${typeWords(schema)}${limits(schema)}${
    schema.description === undefined ? undefined : html`<p>${prose(schema.description)}</p>`
  }${schema.$ref === undefined ? members(schema, depth + 1) : undefined}</dd>`;
}

/** The limits of a value, and its default. */
export function limits({ minimum, maximum, maxLength, maxItems, default: fallback }: Schema): Markup | undefined {
  const words = [
    minimum === undefined ? undefined : `at least ${minimum}`,
    maximum === undefined ? undefined : `at most ${maximum}`,
    maxLength === undefined ? undefined : `at most ${maxLength} characters`,
    maxItems === undefined ? undefined : `at most ${maxItems} items`,
    fallback === undefined || fallback === null ? undefined : `by default ${JSON.stringify(fallback)}`,
  ].filter((word) => word !== undefined);
  return words.length === 0 ? undefined : html`<small>, ${words.join(', ')}</small>`;
}
