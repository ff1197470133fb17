import type { Caller } from '../../contract/endpoint/caller.ts';
import type { Endpoint } from '../../contract/endpoint/endpoint.ts';
import { roles, scopesOfRole } from '../../contract/shapes/roles.ts';
import { holds, type Scope } from '../../contract/shapes/scopes.ts';
import { AppError } from '../../platform/errors.ts';
import type { Middleware } from '../middleware.ts';
import { callerOf } from './caller-context.ts';

/** Refuses a person who is no member, and a caller without the endpoint's scope, before reading the request. */
export function requireScope(endpoint: Endpoint): Middleware {
  const { access, scope } = endpoint;
  return {
    before: ({ event }) => {
      if (access !== 'key') return;
      if (scope === undefined) throw new Error(`${endpoint.id} names no scope`);
      const { scopes, person } = callerOf(event);
      if (scope === 'any' || holds(scopes, scope)) return;
      throw new AppError('insufficient_scope', lackOf(scope, person), { extensions: { required_scope: scope } });
    },
  };
}

/** What the caller lacks, and who can help. The scopes of a member's key end with those of the role. */
function lackOf(scope: Scope, person: Caller['person']): string {
  if (person === undefined || holds(scopesOfRole(person.role), scope))
    return `This API key lacks the scope ${scope}. Use a key that has it.`;
  const least = roles.find((role) => holds(scopesOfRole(role), scope));
  const helper = least === 'operator' ? 'an operator of this deployment' : 'an admin of your organization';
  return `Your role ${person.role} does not include the scope ${scope}, which requires the role ${least}. Ask ${helper}.`;
}
