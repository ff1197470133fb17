import { defaultScopes } from '../../../shared/contract/shapes/scopes.ts';
import {
  type Described,
  type DescribedContent,
  type DescribedOperation,
  type DescribedParameter,
  type DescribedResponse,
  type Direction,
  resolved,
  schemaChanges,
} from './schema-changes.ts';

interface Pair {
  readonly before: Described;
  readonly after: Described;
}

/** All breaking changes, one sentence each. */
export function documentChanges(before: Described, after: Described): readonly string[] {
  const pair = { before, after };
  return [
    ...itemChanges(before.paths, after.paths, (old, now, where) => operationChanges(old, now, where, pair)),
    ...itemChanges(before.webhooks, after.webhooks, (old, now, where) => eventChanges(old, now, where, pair)),
  ];
}

function itemChanges(
  before: Described['paths'] = {},
  after: Described['paths'] = {},
  compare: (old: DescribedOperation, now: DescribedOperation, where: string) => readonly string[],
): readonly string[] {
  return Object.entries(before).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, old]) => {
      const where = `${method.toUpperCase()} ${path}`;
      const now = after[path]?.[method];
      return now ? compare(old, now, where) : [`${where}: is gone`];
    }),
  );
}

function operationChanges(
  old: DescribedOperation,
  now: DescribedOperation,
  where: string,
  pair: Pair,
): readonly string[] {
  return [
    ...securityChanges(old.security ?? [], now.security ?? [], where),
    ...parameterChanges(old, now, where, pair),
    ...bodyChanges(old, now, where, pair),
    ...answerChanges(old, now, where, pair),
  ];
}

/** The body of a webhook event is given, as its receivers read it. */
function eventChanges(old: DescribedOperation, now: DescribedOperation, where: string, pair: Pair): readonly string[] {
  return contentChanges(old.requestBody?.content ?? {}, now.requestBody?.content ?? {}, where, 'given', pair);
}

function parameterChanges(
  old: DescribedOperation,
  now: DescribedOperation,
  where: string,
  pair: Pair,
): readonly string[] {
  const keyOf = (parameter: DescribedParameter) => `${parameter.in} ${parameter.name}`;
  const [before, after] = [parametersOf(old, pair.before), parametersOf(now, pair.after)].map(
    (all) => new Map(all.map((parameter) => [keyOf(parameter), parameter])),
  ) as [Map<string, DescribedParameter>, Map<string, DescribedParameter>];
  const changed = [...before].flatMap(([key, parameter]) => {
    const place = `${where} ${key}`;
    const next = after.get(key);
    if (!next) return [`${place}: is gone`];
    return schemaChanges(parameter.schema ?? {}, next.schema ?? {}, place, {
      ...pair,
      direction: 'taken',
      open: new Set(),
    });
  });
  const needed = [...after].filter(([key, { required }]) => required && !before.get(key)?.required);
  return [...changed, ...needed.map(([key]) => `${where} ${key}: has to be sent`)];
}

function parametersOf({ parameters = [] }: DescribedOperation, document: Described): readonly DescribedParameter[] {
  return parameters.map((parameter) => resolved<DescribedParameter>(parameter, document));
}

function bodyChanges(old: DescribedOperation, now: DescribedOperation, where: string, pair: Pair): readonly string[] {
  const isNeeded = now.requestBody?.required === true && old.requestBody?.required !== true;
  if (!old.requestBody) return isNeeded ? [`${where}: has to be sent with a body`] : [];
  if (!now.requestBody) return [`${where}: takes no body any more`];
  return [
    ...(isNeeded ? [`${where}: has to be sent with a body`] : []),
    ...contentChanges(old.requestBody.content, now.requestBody.content, `${where} body`, 'taken', pair),
  ];
}

/** Clients depend on statuses of success, but only on the form of failures. */
function answerChanges(old: DescribedOperation, now: DescribedOperation, where: string, pair: Pair): readonly string[] {
  return Object.entries(old.responses).flatMap(([status, given]) => {
    const place = `${where} ${status}`;
    const next = now.responses[status];
    if (!next) return status.startsWith('2') ? [`${place}: is answered no more`] : [];
    const [before, after] = [
      resolved<DescribedResponse>(given, pair.before),
      resolved<DescribedResponse>(next, pair.after),
    ];
    const lost = Object.keys(before.headers ?? {}).filter((name) => !(name in (after.headers ?? {})));
    return [
      ...lost.map((name) => `${place}: the header ${name} is gone`),
      ...contentChanges(before.content ?? {}, after.content ?? {}, place, 'given', pair),
    ];
  });
}

function contentChanges(
  before: DescribedContent,
  after: DescribedContent,
  where: string,
  direction: Direction,
  pair: Pair,
): readonly string[] {
  return Object.entries(before).flatMap(([type, { schema = {} }]) => {
    const next = after[type];
    if (!next) return [`${where}: ${type} is gone`];
    return schemaChanges(schema, next.schema ?? {}, where, { ...pair, direction, open: new Set() });
  });
}

type Security = readonly Readonly<Record<string, readonly string[]>>[];

/** Requests that keys can no longer send. An operation without a scope accepted keys with the default scopes. */
function securityChanges(before: Security, after: Security, where: string): readonly string[] {
  if (before.length === 0) return after.length === 0 ? [] : [`${where}: needs a key`];
  return before.flatMap((one) =>
    Object.entries(one).flatMap(([scheme, held]) => {
      const next = after.find((other) => scheme in other)?.[scheme];
      // Without security, any key is accepted.
      if (after.length === 0) return [];
      if (!next) return [`${where}: ${scheme} can no longer call it`];
      const holds: readonly string[] = held.length > 0 ? held : defaultScopes;
      return next
        .filter((scope) => !holds.includes(scope))
        .map((scope) => `${where}: ${scheme} needs the scope ${scope}`);
    }),
  );
}
