import { modelKeyAuthentication } from '../../domain/broker/keys/authenticate-model-key.ts';
import { DynamoModelCallers } from '../../domain/broker/keys/dynamo-model-callers.ts';
import type { BrokerDeps } from '../../domain/broker/proxy/call-model.ts';
import { calledModel } from '../../domain/broker/proxy/called-model.ts';
import { relayLimits } from '../../domain/broker/relay/time-limits.ts';
import { documents } from '../../platform/aws/documents.ts';
import { type VaultKey, vault } from '../../platform/aws/kms-vault.ts';
import { systemClock } from '../../platform/clock.ts';
import { RememberedVault } from '../../platform/remembered-vault.ts';
import type { Tables } from '../../rights/statement.ts';
import { modelOpeningDeps } from '../settings.ts';
import { targetRules } from '../webhooks.ts';
import { modelCalls } from './model-calls.ts';
import { budgetWaits } from './waits.ts';

/** How long a function keeps the keys of providers in memory, and how many. */
const KEYS = { milliseconds: 60_000, most: 200 } as const;

/** For the endpoints of the model broker. */
export const brokerDeps = (
  granted: Tables<'conversations' | 'settings'> & Parameters<typeof modelCalls>[0] & VaultKey,
): BrokerDeps => ({
  authenticate: modelKeyAuthentication(new DynamoModelCallers(documents(), granted)),
  modelOf: calledModel(modelOpeningDeps(new RememberedVault(vault(granted), KEYS, systemClock))),
  calls: modelCalls(granted),
  waits: budgetWaits(granted),
  targets: targetRules(),
  limits: relayLimits,
});
