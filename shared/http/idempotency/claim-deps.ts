import { documents } from '../../platform/aws/documents.ts';
import { vault } from '../../platform/aws/kms-vault.ts';
import { systemClock } from '../../platform/clock.ts';
import { requireEnv } from '../../platform/env.ts';
import type { ClaimDeps } from './attempt.ts';
import { DynamoClaimStore } from './dynamo-claim-store.ts';

/** Dependencies of endpoints that take an Idempotency-Key: the last argument of `serve`. */

export const claimDeps = (): ClaimDeps => ({
  claims: new DynamoClaimStore(documents(), { idempotency: requireEnv('IDEMPOTENCY_TABLE') }, systemClock),
  now: systemClock,
});

/** For endpoints that are `sealed`, as their answers show a secret once: so are the stored answers. */
export const sealedClaimDeps = (): ClaimDeps => ({
  claims: new DynamoClaimStore(documents(), { idempotency: requireEnv('IDEMPOTENCY_TABLE') }, systemClock, vault()),
  now: systemClock,
});
