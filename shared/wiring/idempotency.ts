import { documents } from '../aws/documents.ts';
import { systemClock } from '../clock.ts';
import { requireEnv } from '../env.ts';
import type { ClaimDeps } from '../idempotency/attempt.ts';
import { DynamoClaimStore } from '../idempotency/dynamo-claim-store.ts';
import { vault } from './vault.ts';

/** What endpoints are wired with that take an Idempotency-Key: the last argument of `serve`. */

export const claimDeps = (): ClaimDeps => ({
  claims: new DynamoClaimStore(documents(), requireEnv('IDEMPOTENCY_TABLE'), systemClock),
  now: systemClock,
});

/** The same for endpoints whose answers hold a secret that is shown once: what is kept of them is sealed. */
export const sealedClaimDeps = (): ClaimDeps => ({
  claims: new DynamoClaimStore(documents(), requireEnv('IDEMPOTENCY_TABLE'), systemClock, vault()),
  now: systemClock,
});
