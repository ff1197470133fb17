import { defaultScopes } from '../../../shared/contract/shapes/scopes.ts';

type Security = readonly Readonly<Record<string, readonly string[]>>[];

/** Keys that no longer open what they opened. Without a named scope before, keys had all default scopes. */
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
