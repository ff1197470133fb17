import type { JsonSchema } from './json-schema.ts';

interface Parameter {
  readonly in?: string;
  readonly name?: string;
  readonly schema?: JsonSchema;
}

interface Document {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, { readonly parameters?: readonly Parameter[] }>>>>;
}

/** The document with the reserved words of path parameters, which lead to other operations. */
export function withReservedWords<D extends object>(document: D): D {
  const { paths = {} } = document as Document;
  const all = Object.keys(paths);
  const entries = Object.entries(paths).map(([path, item]) => {
    const operations = Object.entries(item).map(([method, operation]) => [
      method,
      operation.parameters
        ? { ...operation, parameters: operation.parameters.map((one) => withWords(one, path, all)) }
        : operation,
    ]);
    return [path, Object.fromEntries(operations)];
  });
  return { ...document, paths: Object.fromEntries(entries) };
}

function withWords(parameter: Parameter, path: string, all: readonly string[]): Parameter {
  const words = parameter.in === 'path' ? wordsAt(path, `{${parameter.name}}`, all) : [];
  return words.length === 0 ? parameter : { ...parameter, schema: { ...parameter.schema, not: { enum: words } } };
}

/** The fixed segments of other paths in the position of a parameter. */
function wordsAt(path: string, placeholder: string, all: readonly string[]): readonly string[] {
  const segments = path.split('/');
  const place = segments.indexOf(placeholder);
  const others = all
    .map((other) => other.split('/'))
    .filter((other) => place < other.length && segments.slice(0, place).every((segment, at) => segment === other[at]))
    .map((other) => other[place] ?? '');
  return [...new Set(others.filter((word) => !word.startsWith('{')))].toSorted();
}
