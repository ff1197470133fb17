import { ECSClient } from '@aws-sdk/client-ecs';
import type { PriceList } from '../../domain/billing/usage/prices.ts';
import { lastLinesOf } from '../../domain/logs/last-lines.ts';
import { SandboxKeys } from '../../domain/sandboxes/agent/keys.ts';
import type { ChangeDeps } from '../../domain/sandboxes/own-specs/change-own-specs.ts';
import { EcsTaskDefinitions } from '../../domain/sandboxes/own-specs/ecs-task-definitions.ts';
import type { TendDeps } from '../../domain/sandboxes/own-specs/tend-spec.ts';
import { verifyAgent } from '../../domain/sandboxes/own-specs/verify-agent.ts';
import { repeatable } from '../../platform/aws/call-limits.ts';
import { LambdaWorkers } from '../../platform/aws/lambda-workers.ts';
import { systemClock } from '../../platform/clock.ts';
import { requireEnv } from '../../platform/env.ts';
import type { Tables, WorkerName } from '../../rights/statement.ts';
import { stageLimits, startBudgets, usagePrices } from '../billing.ts';
import { taskLogs } from '../logs.ts';
import { masterKeys, ownSpecs, sandboxStore } from '../sandboxes.ts';
import { ownSpecRules } from './own-spec-rules.ts';

type Checking = Tables<'sandboxSpecs'> & { readonly [Id in 'check-sandbox-spec']: WorkerName<Id> };

export interface OwnSpecDeps extends ChangeDeps {
  readonly prices: PriceList;
}

/** For functions that change the specs of owners. */
export const ownSpecDeps = (granted: Checking): OwnSpecDeps => ({
  ownSpecs: ownSpecs(granted),
  rules: ownSpecRules(),
  check: checkSpec(granted),
  prices: usagePrices(),
  now: systemClock,
});

/** Starts the worker of a spec; returns at once. */
export const checkSpec = (granted: Pick<Checking, 'check-sandbox-spec'>) => {
  const workers = new LambdaWorkers();
  return (ownerId: string, specId: string) =>
    workers.start(granted['check-sandbox-spec'], { owner_id: ownerId, spec_id: specId });
};

type Tending = Tables<'sandboxSpecs' | 'sandboxes' | 'snapshots' | 'owners' | 'usage' | 'usageSums'> & {
  readonly masterSecret: string;
};

export const tendDeps = (granted: Tending): Omit<TendDeps, 'pause'> => {
  const logs = taskLogs();
  return {
    ownSpecs: ownSpecs(granted),
    sandboxes: sandboxStore(granted),
    budgets: startBudgets(granted),
    definitions: new EcsTaskDefinitions(new ECSClient(repeatable), {
      familyPrefix: requireEnv('TASK_FAMILY_PREFIX'),
      executionRoleArn: requireEnv('TASK_EXECUTION_ROLE_ARN'),
      logGroup: requireEnv('TASK_LOG_GROUP'),
      region: requireEnv('AWS_REGION'),
      deployment: requireEnv('DEPLOYMENT'),
    }),
    keys: new SandboxKeys(masterKeys(granted)),
    verify: verifyAgent,
    lastLines: (sandbox) => lastLinesOf(sandbox, logs),
    stageLimits: stageLimits(),
    now: systemClock,
  };
};
