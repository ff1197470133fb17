import type { ResourcesRequest } from '../../../contract/shapes/resources.ts';
import { badField } from '../../../platform/errors.ts';
import { reservedFor } from '../../billing/budgets/reservation.ts';
import { isSameSize, type Size } from '../../billing/usage/task-size.ts';
import type { OwnVersion } from '../record/launch.ts';
import type { ChosenSize } from '../record/resize.ts';
import type { Sandbox } from '../record/sandbox.ts';
import type { SandboxSpec } from './sandbox-specs.ts';

/** The fields of a sandbox or spec that apply where a request names nothing else. */
export interface Sized {
  readonly size: Size;
  readonly workspace_gigabytes: number;
}

/** The sizes that a spec offers. */
export type Choices = Pick<SandboxSpec, 'id' | 'size' | 'sizes' | 'workspace_bounds' | 'workspace_gigabytes'>;

/** The only size of the version of an owner's spec that a sandbox was made from. */
export function onlySize({ spec_id: id }: Pick<Sandbox, 'spec_id'>, own: OwnVersion): Choices {
  const { size, workspace_gigabytes: gigabytes } = own;
  const bounds = { min: gigabytes, max: gigabytes };
  return { id, size, sizes: [sizeOnly(size)], workspace_bounds: bounds, workspace_gigabytes: gigabytes };
}

/**
 * The smallest offered size that has what was asked for. More memory than a number of vCPUs can have brings more vCPUs.
 *
 * @param otherwise the sizes that apply where the request names none; by default, those of the spec
 * @param leastGigabytes the size of the saved workspace, which a disk cannot be smaller than
 * @throws AppError `validation_failed` that names the field and its bounds
 */
export function chooseSize(
  asked: ResourcesRequest | null | undefined,
  spec: Choices,
  now: Date,
  { otherwise = spec, leastGigabytes = 0 }: { readonly otherwise?: Sized; readonly leastGigabytes?: number } = {},
): ChosenSize {
  const { cpu, memory_gb: memory, disk_gb: disk } = asked ?? {};
  const isUnchanged = cpu === undefined && memory === undefined;
  const least = {
    cpu: cpu ?? otherwise.size.cpu_units / 1024,
    memory: memory ?? otherwise.size.memory_megabytes / 1024,
  };
  const size = isUnchanged ? sizeOnly(otherwise.size) : smallestWith(least, spec);
  const requested = { cpu_units: Math.ceil(least.cpu * 1024), memory_megabytes: Math.ceil(least.memory * 1024) };
  const gigabytes = disk === undefined ? otherwise.workspace_gigabytes : diskOf(disk, spec, leastGigabytes);
  return {
    size,
    requested_size: isSameSize(size, requested) ? null : requested,
    workspace_gigabytes: Math.max(gigabytes, leastGigabytes),
    reserved_micro_usd: reservedFor({ ...spec.size, ...size }, now),
  };
}

/** Without the architecture of a spec. */
function sizeOnly({ cpu_units, memory_megabytes }: Size): Size {
  return { cpu_units, memory_megabytes };
}

/** @param least vCPUs and GB */
function smallestWith(least: { readonly cpu: number; readonly memory: number }, { id, sizes }: Choices): Size {
  const cpus = sizes.map(({ cpu_units: units }) => units);
  const memories = sizes.map(({ memory_megabytes: megabytes }) => megabytes);
  requireWithin(least.cpu, rangeOf(cpus), { id, field: 'cpu', unit: 'vCPU' });
  requireWithin(least.memory, rangeOf(memories), { id, field: 'memory_gb', unit: 'GB' });
  const size = sizes.find(
    ({ cpu_units: units, memory_megabytes: megabytes }) =>
      units >= least.cpu * 1024 && megabytes >= least.memory * 1024,
  );
  // The largest size has the most of both.
  if (!size) throw new Error(`spec ${id} offers no size with both bounds`);
  return size;
}

function diskOf(gigabytes: number, { id, workspace_bounds: bounds }: Choices, least: number): number {
  requireWithin(gigabytes, bounds, { id, field: 'disk_gb', unit: 'GB' });
  if (gigabytes < least) {
    throw badField(
      ['resources', 'disk_gb'],
      `The workspace has ${least} GB and cannot shrink. Send at least ${least}, or omit this field.`,
    );
  }
  return gigabytes;
}

interface Range {
  readonly min: number;
  readonly max: number;
}

function rangeOf(units: readonly number[]): Range {
  return { min: Math.min(...units) / 1024, max: Math.max(...units) / 1024 };
}

function requireWithin(
  value: number,
  { min, max }: Range,
  { id, field, unit }: { readonly id: string; readonly field: string; readonly unit: string },
): void {
  if (value >= min && value <= max) return;
  const offered = min === max ? `only ${min} ${unit}` : `${min} to ${max} ${unit}`;
  throw badField(['resources', field], `The sandbox spec '${id}' offers ${offered}, not ${value}.`);
}
