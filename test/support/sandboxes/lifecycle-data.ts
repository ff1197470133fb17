import { nextStep } from '../../../shared/domain/sandboxes/lifecycle/next-step.ts';
import type { Snapshot } from '../../../shared/domain/sandboxes/record/disks.ts';
import type { Launch } from '../../../shared/domain/sandboxes/record/launch.ts';
import type { Phase } from '../../../shared/domain/sandboxes/record/phases.ts';
import type { Sandbox } from '../../../shared/domain/sandboxes/record/sandbox.ts';
import type { AgentHealth, Observation, Step } from '../../../shared/domain/sandboxes/record/step.ts';
import { aSandbox, noon } from './sandbox-data.ts';

/** Rows and observations for tests of lifecycle decisions. All rows entered their phase at noon. */

export const past = (seconds: number): Date => new Date(Date.parse(noon) + seconds * 1000);
export const at = (seconds: number): string => past(seconds).toISOString();

export const ARN = 'arn:task/1';
export const VOLUME = 'vol-1';

export function aLaunch(overrides: Partial<Launch> = {}): Launch {
  const volume = {
    name: 'workspace',
    role_arn: 'arn:role',
    size_gib: 20,
    snapshot_id: null,
    filesystem_type: 'ext4',
    initialization_rate: null,
    tags: [],
  };
  const place = { task_definition: 'agents-reference', container: 'agent', subnets: ['subnet-1'] };
  return {
    ...place,
    security_groups: ['sg-1'],
    requested_at: noon,
    volume,
    size: null,
    size_override: null,
    capacity: 'on_demand',
    api_key_id: null,
    ...overrides,
  };
}

export function aSnapshot(overrides: Partial<Snapshot> = {}): Snapshot {
  return {
    id: 'snap-2',
    volumeId: VOLUME,
    state: 'completed',
    message: null,
    owner: undefined,
    orphanSince: null,
    isKept: false,
    startedAt: noon,
    ...overrides,
  };
}

/** The fields of a row that depend on its phase. */
const typical: Record<Phase, Partial<Sandbox>> = {
  PENDING: { launch: aLaunch() },
  PROVISIONING: { task_arn: ARN },
  BOOTING: { task_arn: ARN, volume_id: VOLUME },
  RUNNING: { task_arn: ARN, volume_id: VOLUME, running_since: noon },
  STOPPING: { task_arn: ARN, volume_id: VOLUME, running_since: noon },
  SAVING: { task_arn: ARN, volume_id: VOLUME, running_since: noon, task_ended_at: noon },
  PAUSED: { task_arn: ARN, snapshot_id: 'snap-1', running_since: noon, task_ended_at: noon },
  ERROR: { task_arn: ARN, snapshot_id: 'snap-1', running_since: noon, task_ended_at: noon },
  EXPIRED: { task_arn: ARN, task_ended_at: noon },
  DELETING: { task_arn: ARN, volume_id: VOLUME },
  DELETED: { task_arn: ARN, task_ended_at: noon },
};

/** A sandbox in its second generation that entered its phase at noon without problems. */
export function inPhase(phase: Phase, overrides: Partial<Sandbox> = {}): Sandbox {
  const row = aSandbox({ phase, generation: 2, wanted_generation: 2, key_id: 'k1', launch: aLaunch() });
  return { ...row, exposed_urls: null, ...typical[phase], ...overrides };
}

export const ready = (idleSeconds: number, busy = false): AgentHealth => ({ kind: 'ready', idleSeconds, busy });

export function stepAt(sandbox: Sandbox, seconds: number, seen: Observation = {}): Step {
  return nextStep(sandbox, seen, past(seconds));
}

export function wordsFor(step: Step): string {
  switch (step.kind) {
    case 'stop':
    case 'task-ended':
      return `${step.kind} ${step.endOutcome}`;
    case 'rest':
      return `rest ${step.phase}`;
    case 'none':
      return step.again ? 'wait' : 'none';
    default:
      return step.kind;
  }
}
