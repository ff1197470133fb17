import type { Caller } from '../../../contract/endpoint/caller.ts';
import { limitNames } from '../../../contract/shapes/limits.ts';
import { lineagesOf } from '../../../contract/shapes/lineages.ts';
import { type Role, scopesOfRole } from '../../../contract/shapes/roles.ts';
import { holds } from '../../../contract/shapes/scopes.ts';
import { AppError } from '../../../platform/errors.ts';

type Giver = Pick<Caller, 'keyId' | 'scopes' | 'limits' | 'lineage' | 'above' | 'person'>;

/**
 * Requires that the caller has all that a role gives, so that callers neither make nor change members with
 * more rights than their own.
 *
 * @throws AppError `insufficient_scope`
 */
export function requireRights(caller: Giver, role: Role): void {
  const missing = scopesOfRole(role).find((scope) => !holds(caller.scopes, scope));
  if (missing === undefined) return;
  const detail = `The role ${role} includes ${missing}, which you do not have. Ask someone who has this role.`;
  throw new AppError('insufficient_scope', detail, { extensions: { required_scope: missing } });
}

/**
 * A key with limits must not manage members: they would not be bounded by its limits. A member's own limits do not
 * count: an admin decides on them.
 *
 * @throws AppError `forbidden`
 */
export function requireUnlimited(caller: Giver): void {
  const outer = lineagesOf(caller).filter(({ id }) => id !== caller.person?.id);
  if (outer.every(({ limits }) => limitNames.every((name) => limits[name] === null))) return;
  throw new AppError('forbidden', 'This API key has limits, so it cannot manage members. Use a key without limits.');
}
