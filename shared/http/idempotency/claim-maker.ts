import * as z from 'zod';
import type { Caller } from '../../contract/endpoint/caller.ts';
import type { Endpoint } from '../../contract/endpoint/endpoint.ts';
import { KeyRowLimits, lowerLimit } from '../../contract/shapes/limits.ts';
import { holds, knownScopes } from '../../contract/shapes/scopes.ts';

/** The API key that made a claim, as far as others are measured by it. It holds nothing secret. */
export const ClaimMaker = z.object({
  key_id: z.string(),
  scopes: z.array(z.string()),
  limits: KeyRowLimits,
});
export type ClaimMaker = z.infer<typeof ClaimMaker>;

export function makerOf({ keyId, scopes, limits }: Caller): ClaimMaker {
  return { key_id: keyId, scopes: [...scopes], limits };
}

/**
 * Whether a caller may have what another request with its Idempotency-Key did: its own key may, and one that may as
 * much. An answer with a secret is for the same key alone. Claims of earlier versions name no maker: they stay open to
 * the keys of their owner, but for secrets.
 */
export function maySee(
  { keyId, scopes, limits }: Caller,
  { idempotent }: Pick<Endpoint, 'idempotent'>,
  maker: ClaimMaker | undefined,
): boolean {
  if (maker?.key_id === keyId) return true;
  if (idempotent === 'sealed') return false;
  if (!maker) return true;
  const holdsAll = knownScopes(maker.scopes).every((scope) => holds(scopes, scope));
  return holdsAll && lowerLimit(limits, maker.limits, isOfEffects) === undefined;
}

/** A repetition is a call that counts by itself, so that limits of calls need no comparison. */
const isOfEffects = (name: string) => name !== 'requests_per_minute';
