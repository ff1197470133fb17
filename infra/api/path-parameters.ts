import type { OpenApiMethod } from './open-api.ts';

/** The declaration of a path's parameters, greedy ones too. */
export function parametersOf(path: string): Pick<OpenApiMethod, 'parameters'> {
  const names = [...path.matchAll(/\{(\w+)\+?\}/g)].flatMap(([, name]) => name ?? []);
  if (names.length === 0) return {};
  return { parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })) };
}
