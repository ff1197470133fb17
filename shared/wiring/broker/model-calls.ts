import * as z from 'zod';
import { DynamoOverdueCalls } from '../../domain/broker/calls/dynamo-model-call-log.ts';
import { DynamoModelCallEnds, DynamoModelCalls } from '../../domain/broker/calls/dynamo-model-calls.ts';
import { documents } from '../../platform/aws/documents.ts';
import { systemClock } from '../../platform/clock.ts';
import { requireEnv } from '../../platform/env.ts';
import type { Tables } from '../../rights/statement.ts';
import { memberStore } from '../accounts.ts';
import { startBudgets } from '../billing.ts';
import { stagePrices } from '../settings.ts';

const CallLimits = z.object({ perSandbox: z.int(), perOwner: z.int() });

/** Admits, records and charges calls of models. */
export const modelCalls = (
  granted: Tables<'modelCalls' | 'owners' | 'usage' | 'usageSums' | 'sandboxes' | 'snapshots' | 'members'>,
) =>
  new DynamoModelCalls(documents(), granted, {
    budgets: startBudgets(granted),
    members: memberStore(granted),
    stagePrices: stagePrices(),
    limits: CallLimits.parse(JSON.parse(requireEnv('MODEL_CALLS'))),
    now: systemClock,
  });

/** For the sweep: the calls that never ended, and their end. */
export const overdueModelCalls = (granted: Tables<'modelCalls' | 'owners' | 'usage'>) => ({
  overdueCalls: new DynamoOverdueCalls(documents(), granted),
  callEnds: new DynamoModelCallEnds(documents(), granted),
});
