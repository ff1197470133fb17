import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { Capacity, PortName } from '../../../contract/shapes/enums.ts';
import { requireEnv } from '../../../platform/env.ts';
import { NotFoundError } from '../../../platform/errors.ts';
import { Size, TaskSize } from '../../billing/usage/task-size.ts';
import type { OwnVersion } from '../record/launch.ts';

/** Hours of the day in UTC, `from` inclusive, `until` exclusive; over midnight when `until` is not after `from`. */
const PoolHours = z.object({ from: z.int(), until: z.int() });
export type PoolHours = z.infer<typeof PoolHours>;

const WarmPool = z.object({ size: z.int(), hours: PoolHours.nullable() });

/** A sandbox spec as functions read it: its public fields, and those that a sandbox row copies. */
export const SandboxSpec = z.object({
  id: z.string(),
  command: z.array(z.string()).nullable(),
  working_dir: z.string(),
  initial_env: z.record(z.string(), z.string()),
  created_at: z.string(),
  ports: z.partialRecord(PortName, z.int()),
  idle_minutes: z.int(),
  lifetime_minutes: z.int(),
  workspace_gigabytes: z.int(),
  /** The file system of its workspace. It never changes, as a disk from a snapshot must keep that of the snapshot. */
  filesystem_type: z.string(),
  retention_days: z.int(),
  /** Whether its agent seals its files with its boot key. */
  seals_with_boot_key: z.boolean(),
  /** The volume that RunTask configures; null when the task definition has none. */
  volume: z.string().nullable(),
  container: z.string(),
  /** The size of its task definition, and of sandboxes that choose none. */
  size: TaskSize,
  /** The sizes that a start can choose, smallest first: by CPU units, then by memory. The size above is one of them. */
  sizes: z.array(Size),
  /** The sizes in gigabytes that a start can choose for the workspace. */
  workspace_bounds: z.object({ min: z.int(), max: z.int() }),
  /** The capacity of starts that choose none. */
  capacity: Capacity,
  /** How fast a resume fills its disk, in MiB a second; null for AWS's way, without charge. */
  initialization_rate: z.int().nullable(),
  /** Changes with everything that affects its tasks. A warm task of another revision is not used. */
  revision: z.string(),
  /** How many warm tasks wait for sandboxes, and in which hours. */
  warm_pool: WarmPool,
  /** Why its sandboxes cannot start on this machine, and what installs the missing program; null if they can. */
  unavailable: z.object({ reason: z.string(), install: z.string() }).nullable(),
});
export type SandboxSpec = z.infer<typeof SandboxSpec> & {
  /** For a version of an owner's spec, which the document does not have. */
  readonly own?: OwnVersion;
};

/** The file `sandbox-specs.json`, which is deployed with the code of the functions that need it. */
export const SandboxSpecsDocument = z.object({ default: z.string(), specs: z.array(SandboxSpec) });
export type SandboxSpecsDocument = z.infer<typeof SandboxSpecsDocument>;

/** The sandbox specs of this deployment, the default first. */
export class SandboxSpecs {
  readonly all: readonly SandboxSpec[];

  constructor(document: SandboxSpecsDocument) {
    const isDefault = (spec: SandboxSpec) => Number(spec.id === document.default);
    this.all = document.specs.toSorted((a, b) => isDefault(b) - isDefault(a));
  }

  /** Reads the file from the function's folder, which Lambda sets in a variable. */
  static load(): SandboxSpecs {
    const file = join(requireEnv('LAMBDA_TASK_ROOT'), 'sandbox-specs.json');
    return new SandboxSpecs(SandboxSpecsDocument.parse(JSON.parse(readFileSync(file, 'utf8'))));
  }

  find(id: string): SandboxSpec | undefined {
    return this.all.find((spec) => spec.id === id);
  }

  /** @throws NotFoundError when the deployment has no such spec */
  get(id: string): SandboxSpec {
    const spec = this.find(id);
    if (!spec) throw new NotFoundError('sandbox spec', `'${id}'`);
    return spec;
  }

  /** The default without an id. @throws NotFoundError */
  getOrDefault(id: string | undefined): SandboxSpec {
    const [first] = this.all;
    if (id === undefined && first) return first;
    return this.get(id ?? '');
  }
}
