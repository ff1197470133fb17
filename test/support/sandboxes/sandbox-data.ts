import { sizesBetween } from '../../../shared/contract/shapes/fargate-sizes.ts';
import { type Limits, noLimits } from '../../../shared/contract/shapes/limits.ts';
import type { StageLimits, StartBounds, StartingKey } from '../../../shared/domain/billing/budgets/start-rules.ts';
import { newSandbox } from '../../../shared/domain/sandboxes/lifecycle/generation.ts';
import { type DiskOwner, diskTags } from '../../../shared/domain/sandboxes/record/disks.ts';
import { identity } from '../../../shared/domain/sandboxes/record/identity.ts';
import type { Launch } from '../../../shared/domain/sandboxes/record/launch.ts';
import type { Sandbox } from '../../../shared/domain/sandboxes/record/sandbox.ts';
import type { Task } from '../../../shared/domain/sandboxes/record/task.ts';
import { type SandboxSpec, SandboxSpecs } from '../../../shared/domain/sandboxes/specs/sandbox-specs.ts';
import { someKeyHashes } from '../platform/memory-master-keys.ts';

export const noon = '2026-11-21T12:00:00.000Z';

/** From half a vCPU with 1 GB to 4 vCPUs with 16 GB, as Fargate offers them. */
const offeredSizes = sizesBetween({ cpu: 512, memoryMegabytes: 1024 }, { cpu: 4096, memoryMegabytes: 16_384 }).map(
  ({ cpu, memoryMegabytes }) => ({ cpu_units: cpu, memory_megabytes: memoryMegabytes }),
);

export function aSpec(overrides: Partial<SandboxSpec> = {}): SandboxSpec {
  return {
    id: 'reference',
    command: ['--port', '8000'],
    working_dir: '/workspace/project',
    initial_env: { LOG_JSON: 'true' },
    created_at: '2026-11-21T00:00:00Z',
    ports: { AGENT_SERVER: 8000, VSCODE: 8001 },
    idle_minutes: 20,
    lifetime_minutes: 1440,
    workspace_gigabytes: 20,
    filesystem_type: 'ext4',
    seals_with_boot_key: false,
    retention_days: 30,
    volume: 'workspace',
    container: 'agent',
    size: { cpu_units: 1024, memory_megabytes: 4096, architecture: 'X86_64' },
    sizes: offeredSizes,
    workspace_bounds: { min: 10, max: 100 },
    capacity: 'on_demand',
    initialization_rate: null,
    revision: 'r1',
    warm_pool: { size: 0, hours: null },
    unavailable: null,
    ...overrides,
  };
}

export function someSpecs(...specs: readonly SandboxSpec[]): SandboxSpecs {
  const all = specs.length > 0 ? [...specs] : [aSpec()];
  return new SandboxSpecs({ default: all[0]?.id ?? '', specs: all });
}

let made = 0;

/** An id in the service's format, later than all earlier ones. */
export function aSandboxId(): string {
  made += 1;
  return `0193${made.toString(16).padStart(28, '0')}`;
}

export function aSandbox(overrides: Partial<Sandbox> = {}): Sandbox {
  const fresh = newSandbox('ann', aSandboxId(), aSpec(), new Date(overrides.created_at ?? noon));
  const named = { ...fresh, ...overrides };
  const row = { ...named, phase_since: fresh.created_at, seal: { id: identity(named), key_id: null }, ...overrides };
  return row.key_id === 'k1' ? { ...row, ...someKeyHashes(row), ...overrides } : row;
}

export function aRunningSandbox(overrides: Partial<Sandbox> = {}): Sandbox {
  const exposed_urls = overrides.exposed_urls ?? [{ name: 'AGENT_SERVER', port: 8000, url: 'http://127.0.0.1:1' }];
  return aSandbox({
    phase: 'RUNNING',
    key_id: 'k1',
    task_arn: 'arn:task/1',
    task_version: 1,
    exposed_urls,
    agent_url: overrides.exposed_urls === null ? null : (exposed_urls[0]?.url ?? null),
    ...overrides,
  });
}

export function aLaunch(owner: DiskOwner, snapshotId: string | null = null): Launch {
  return {
    task_definition: 'agents-reference',
    container: 'agent',
    subnets: ['subnet-1'],
    security_groups: ['sg-1'],
    requested_at: noon,
    volume: {
      name: 'workspace',
      role_arn: 'arn:aws:iam::123456789012:role/volumes',
      size_gib: 21,
      snapshot_id: snapshotId,
      filesystem_type: 'ext4',
      initialization_rate: null,
      tags: diskTags(owner, 'agents-dev'),
    },
    size: null,
    size_override: null,
    capacity: 'on_demand',
    api_key_id: null,
  };
}

/** The ECS task of a sandbox, running by default. */
export function aTask(overrides: Partial<Task> = {}): Task {
  return {
    arn: 'arn:task/1',
    generation: 1,
    version: 1,
    lastStatus: 'RUNNING',
    desiredStatus: 'RUNNING',
    stopCode: null,
    stoppedReason: null,
    exitCode: null,
    capacity: 'on_demand',
    networkInterfaceId: 'eni-1',
    volumeId: null,
    times: { createdAt: noon, pullStartedAt: noon, pullStoppedAt: noon, startedAt: noon, stoppedAt: null },
    bindings: [],
    ...overrides,
  };
}

export function aStoppedTask(overrides: Partial<Task> = {}): Task {
  const why = {
    stopCode: 'EssentialContainerExited',
    stoppedReason: 'Essential container in task exited',
    exitCode: 1,
  };
  return aTask({ lastStatus: 'STOPPED', desiredStatus: 'STOPPED', version: 5, ...why, ...overrides });
}

/** A key with its own lineage. */
export function aKey(id: string, limits: Partial<Limits> = {}): StartingKey {
  return { id, lineages: [{ id, limits: { ...noLimits, ...limits } }] };
}

/** The limits of a stage: so many sandboxes, with more vCPUs than they can have. */
export function stageOf(sandboxes: number, vcpus = 100_000): StageLimits {
  return { sandboxes, vcpus };
}

/** Start limits without limits of the key or the owner. */
export function within(sandboxes: number, overrides: Partial<StartBounds> = {}): StartBounds {
  const key = aKey('key000000001');
  return { stage: stageOf(sandboxes), known: noLimits, key, now: () => new Date(), ...overrides };
}
