import type { ResourcesRequest, Sandbox } from '../api/shapes.ts';

/** What a sandbox runs on, as a form has it. */
export interface Machine {
  /** Without the fields that have no choice. */
  readonly resources: ResourcesRequest;
  /** Empty: the choice of the spec, or of the last start. */
  readonly capacity: string;
}

export const noMachine: Machine = { resources: {}, capacity: '' };

/** The capacity of a form, as the service expects it; undefined if none was chosen. */
export function capacityOf({ capacity }: Pick<Machine, 'capacity'>): Sandbox['capacity'] | undefined {
  return capacity === 'spot' || capacity === 'on_demand' ? capacity : undefined;
}

/** The resources of a form, as the service expects them; undefined if none were chosen. */
export function resourcesOf({ resources }: Pick<Machine, 'resources'>): ResourcesRequest | undefined {
  return Object.keys(resources).length === 0 ? undefined : resources;
}
