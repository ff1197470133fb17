import { defaultScopes } from '../../shared/http/scopes.ts';

type Security = readonly Readonly<Record<string, readonly string[]>>[];

/**
 * Keys that no longer open what they opened. A scope is new where the interface named none before: keys that were made then hold all that a key has by itself, so that
 * only a scope which has to be given by name shuts them out.
 */
export function securityChanges(before: Security, after: Security, where: string): readonly string[] {
  if (before.length === 0) return after.length === 0 ? [] : [`${where}: needs a key`];
  return before.flatMap((one) =>
    Object.entries(one).flatMap(([scheme, held]) => {
      const next = after.find((other) => scheme in other)?.[scheme];
      // What is open to everybody takes any key.
      if (after.length === 0) return [];
      if (!next) return [`${where}: ${scheme} opens it no more`];
      const holds: readonly string[] = held.length > 0 ? held : defaultScopes;
      return next
        .filter((scope) => !holds.includes(scope))
        .map((scope) => `${where}: ${scheme} needs the scope ${scope}`);
    }),
  );
}
