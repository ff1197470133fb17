import { type Exchange, headerOf, queryValueOf } from './exchange.ts';

/** The members of `$context` that are known so far. */
export type ContextValues = Readonly<Record<string, unknown>>;

/** The value of a parameter mapping such as `'text'` or `context.requestId`. Without one, no header is sent. */
export function mappedValue(expression: string, exchange: Exchange, context: ContextValues): string | undefined {
  const literal = /^'(.*)'$/s.exec(expression)?.[1];
  if (literal !== undefined) return literal;
  const [, source, name = ''] = /^(context|stageVariables|method\.request\.\w+)\.(.+)$/.exec(expression) ?? [];
  switch (source) {
    case 'context':
      return textOf(memberOf(context, name));
    case 'stageVariables':
      return exchange.api.stageVariables?.[name];
    case 'method.request.header':
      return headerOf(exchange.request.headers, name);
    case 'method.request.querystring':
      return queryValueOf(exchange.request, name);
    case 'method.request.path':
      return exchange.match?.pathParameters[name];
    default:
      return undefined;
  }
}

/** The member at a dotted path, or undefined. */
export function memberOf(values: unknown, path: string): unknown {
  let found = values;
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Record<string, unknown>)[name];
  }
  return found;
}

function textOf(value: unknown): string | undefined {
  return value === undefined || value === null ? undefined : String(value);
}
