import type { components } from '../client/api-types.ts';

type Components = components['schemas'];
type Sandbox = Components['SandboxInfo'];
type State = Sandbox['transitions'][number]['state'];

/** The statuses of a sandbox for people. */
export const sandboxWords = {
  STARTING: 'Starting',
  RUNNING: 'Running',
  PAUSED: 'Paused',
  ERROR: 'Failed',
  MISSING: 'Missing',
} as const satisfies Record<Sandbox['status'], string>;

/** Its states, which are finer. */
export const sandboxStateWords = {
  PENDING: 'Queued',
  PROVISIONING: 'Provisioning',
  BOOTING: 'Booting',
  RUNNING: 'Running',
  STOPPING: 'Stopping',
  SAVING: 'Saving workspace',
  PAUSED: 'Paused',
  ERROR: 'Failed',
  EXPIRED: 'Expired',
  DELETING: 'Deleting',
  DELETED: 'Deleted',
} as const satisfies Record<State, string>;

type Ends = Pick<Sandbox, 'idle_at' | 'deadline_at' | 'expires_at'>;

/** The times at which the service ends a sandbox. */
export const endWords = {
  idle_at: 'Idle timeout',
  deadline_at: 'Run time limit',
  expires_at: 'Workspace expires',
} as const satisfies Record<keyof Ends, string>;

export interface End {
  readonly name: keyof Ends;
  readonly at: string;
}

/** The scheduled ends of a sandbox, the next one first. */
export function endsOf(sandbox: Ends): readonly End[] {
  const names = ['idle_at', 'deadline_at', 'expires_at'] as const;
  return names
    .flatMap((name) => {
      const at = sandbox[name];
      return at === null ? [] : [{ name, at }];
    })
    .sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

/** Why a sandbox is paused. */
export const pauseWords = {
  api: 'Paused by request.',
  idle: 'Idle timeout reached.',
  timeout: 'Run time limit reached.',
  limit: 'Paused to make room for another sandbox.',
  budget: 'Monthly budget used up.',
  suspension: 'The owner is suspended.',
} as const satisfies Record<NonNullable<Sandbox['pause_reason']>, string>;

/** What a sandbox runs on. */
export const capacityWords = { on_demand: 'On demand', spot: 'Spot' } as const;

/** The machine of a sandbox spec: `1 vCPU, 4 GB`. */
export function sizeWords({ vcpu, memory_gb: memory }: { readonly vcpu: number; readonly memory_gb: number }): string {
  return `${vcpu} ${vcpu === 1 ? 'vCPU' : 'vCPUs'}, ${memory} GB`;
}

/** The size of a sandbox: `2 vCPUs, 8 GB, disk of 50 GB`. */
export function resourceWords({ cpu, memory_gb, disk_gb: disk, requested }: Sandbox['resources']): string {
  const asked = requested === null ? '' : ` (requested: ${sizeWords({ ...requested, vcpu: requested.cpu })})`;
  return `${sizeWords({ vcpu: cpu, memory_gb })}, disk of ${disk} GB${asked}`;
}

type Spec = Components['SandboxSpecInfo'];

const HOURS_OF_MONTH = 720;

/**
 * The smallest offered size that has what was asked for, as the service chooses it; undefined beyond the largest one.
 *
 * @param otherwise the size where the request names none
 */
export function offeredSize(
  spec: Pick<Spec, 'sizes'>,
  { cpu, memory_gb: memory }: Components['ResourcesRequest'],
  otherwise: Pick<Spec, 'vcpu' | 'memory_gb'>,
): Spec['sizes'][number] | undefined {
  const least = { vcpu: cpu ?? otherwise.vcpu, memory: memory ?? otherwise.memory_gb };
  return spec.sizes.find(({ vcpu, memory_gb }) => vcpu >= least.vcpu && memory_gb >= least.memory);
}

/** What decides the price of a sandbox. */
type Priced = Pick<Spec, 'vcpu' | 'memory_gb' | 'sizes' | 'workspace_gb' | 'workspace_cost_per_gb_month_usd'>;

/** What an hour of a sandbox costs, in US dollars; undefined for a size that its spec does not offer. */
export function costOf(
  spec: Priced,
  { disk_gb: disk, ...size }: Pick<Sandbox['resources'], 'cpu' | 'memory_gb' | 'disk_gb'>,
  capacity: Sandbox['capacity'],
): number | undefined {
  const offered = offeredSize(spec, size, spec);
  if (!offered) return undefined;
  const { workspace_gb: own, workspace_cost_per_gb_month_usd: perMonth } = spec;
  const cost = capacity === 'spot' ? offered.spot_cost_per_hour_usd : offered.cost_per_hour_usd;
  return Number(cost) + ((disk - own) * Number(perMonth)) / HOURS_OF_MONTH;
}

/** The sizes of a spec from the smallest to the largest: `0.5 to 4 vCPUs, 2 to 16 GB`. */
export function sizeRangeWords({ sizes }: Pick<Spec, 'sizes'>): string {
  const range = (values: readonly number[], unit: string) => {
    const [min, max] = [Math.min(...values), Math.max(...values)];
    return min === max ? `${min} ${unit}` : `${min} to ${max} ${unit}`;
  };
  const cpus = sizes.map(({ vcpu }) => vcpu);
  const memories = sizes.map(({ memory_gb: memory }) => memory);
  return `${range(cpus, 'vCPUs')}, ${range(memories, 'GB')}`;
}
