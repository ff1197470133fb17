import type { Granted } from '../rights/index.ts';
import { type Resource, variableOf } from '../rights/statement.ts';
import { requireEnv } from './env.ts';

/**
 * The names of the resources in a function's statement of rights. Each is read from the environment at first use. Only
 * the type of the statement is needed, so that no bundle contains it.
 */
export function grantedTo<Id extends string>(_id: Id): Granted<Id> {
  const known: Record<string, string> = {};
  const get = (_: object, resource: string) => {
    known[resource] ??= requireEnv(variableOf(resource as Resource));
    return known[resource];
  };
  return new Proxy({}, { get }) as Granted<Id>;
}
