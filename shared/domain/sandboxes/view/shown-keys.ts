import type { Caller } from '../../../contract/endpoint/caller.ts';
import { holds } from '../../../contract/shapes/scopes.ts';
import type { SandboxKeys } from '../agent/keys.ts';
import type { ExposedUrl } from '../record/access-fields.ts';
import type { Sandbox } from '../record/sandbox.ts';
import { wakePolicyOf } from '../record/wake-policy.ts';

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

/**
 * Whether a caller sees the URL of a port of the spec. Where every request resumes the sandbox, the URL is what allows
 * it, so it is shown like a session key.
 */
export function seesUrl(sandbox: Pick<Sandbox, 'wake'>, name: ExposedUrl['name'], seesItsKeys: boolean): boolean {
  return seesItsKeys || wakePolicyOf(sandbox, name) !== 'link';
}
