import type { Caller } from '../../../contract/endpoint/caller.ts';
import { holds } from '../../../contract/shapes/scopes.ts';
import type { SandboxKeys } from '../agent/keys.ts';
import type { Sandbox } from '../record/sandbox.ts';

/** The session key that a response shows for a running sandbox; null if its caller cannot see it. */
export type ShownKey = (sandbox: Sandbox) => Promise<string | null>;

/**
 * A session key opens the sandbox's secrets and a shell, so API keys that can only read do not see it. Views get this
 * function instead of the keys, so no field or URL can contain one.
 */
export function shownKeyFor(caller: Pick<Caller, 'scopes'>, keys: SandboxKeys): ShownKey {
  return seesKeys(caller) ? (sandbox) => keys.sessionKey(sandbox) : async () => null;
}

/** Whether a caller sees session keys, and URLs that open something without one. */
export function seesKeys({ scopes }: Pick<Caller, 'scopes'>): boolean {
  return holds(scopes, 'conversations:write') || holds(scopes, 'sandboxes:write');
}
