import type { Granted } from '../rights/index.ts';
import { type Resource, variableOf } from '../rights/statement.ts';
import { requireEnv } from './env.ts';

/**
 * The names of the resources in the function's statement of rights, read from the environment when they are first
 * asked for. The statement is needed for its type alone, so that no bundle carries it.
 */
export function grantedTo<Id extends string>(_id: Id): Granted<Id> {
  const known: Record<string, string> = {};
  const get = (_: object, resource: string) => {
    known[resource] ??= requireEnv(variableOf(resource as Resource));
    return known[resource];
  };
  return new Proxy({}, { get }) as Granted<Id>;
}
