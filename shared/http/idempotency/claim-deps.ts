import { documents } from '../../platform/aws/documents.ts';
import { type VaultKey, vault } from '../../platform/aws/kms-vault.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Tables } from '../../rights/statement.ts';
import type { ClaimDeps } from './attempt.ts';
import { DynamoClaimStore, DynamoSealedClaimStore } from './dynamo-claim-store.ts';

/** Dependencies of endpoints with an Idempotency-Key: the last argument of `serve`. */
export const claimDeps = (granted: Tables<'idempotency'>): ClaimDeps => ({
  claims: new DynamoClaimStore(documents(), granted, systemClock),
  now: systemClock,
});

/** For `sealed` endpoints, whose responses contain a secret: stored responses are sealed. */
export const sealedClaimDeps = (granted: Tables<'idempotency'> & VaultKey): ClaimDeps => ({
  claims: new DynamoSealedClaimStore(documents(), granted, systemClock, vault(granted)),
  now: systemClock,
});
