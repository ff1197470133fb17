import { createHash } from 'node:crypto';
import * as z from 'zod';
import { Architecture, PortName, SpecCheckState } from '../../../contract/shapes/enums.ts';
import { Lineage } from '../../../contract/shapes/lineages.ts';
import { Moment } from '../../../contract/shapes/moments.ts';
import { OWN_SPEC_PREFIX } from '../../../contract/shapes/own-spec.ts';
import { rowReader } from '../../../platform/aws/rows.ts';
import { makerFields } from '../record/privacy-fields.ts';
import type { SandboxSpec } from '../specs/sandbox-specs.ts';
import { CONTAINER, FILE_SYSTEM, OWN_FAMILY, type TaskSpec, VOLUME } from '../specs/task-definition.ts';

/** What an owner chooses in a spec. A version of a spec never changes. */
export const SpecDefinition = z.object({
  image: z.string(),
  command: z.array(z.string()),
  cpu_units: z.int(),
  memory_megabytes: z.int(),
  architecture: Architecture,
  user: z.string().nullable(),
  workspace_path: z.string(),
  workspace_gigabytes: z.int(),
  ephemeral_gigabytes: z.int().nullable(),
  working_dir: z.string(),
  initial_env: z.record(z.string(), z.string()),
  ports: z.partialRecord(PortName, z.int()),
  idle_minutes: z.int(),
  lifetime_minutes: z.int(),
  retention_days: z.int(),
  seals_with_boot_key: z.boolean(),
});
export type SpecDefinition = z.infer<typeof SpecDefinition>;

/** Why a check failed, and what its owner can do. */
export const CheckReason = z.object({ code: z.string(), message: z.string(), remedy: z.string() });
export type CheckReason = z.infer<typeof CheckReason>;

/** The check of a version by a first start. */
const Check = z.object({
  /** Also the id of the sandbox that it starts, so that a repeated start finds the first one. */
  id: z.string(),
  state: SpecCheckState,
  reason: CheckReason.nullable(),
  /** The release that the agent server reports. */
  agent_version: z.string().nullable(),
  started_at: Moment,
  finished_at: Moment.nullable(),
});
export type Check = z.infer<typeof Check>;

const Version = z.object({ version: z.int(), definition: SpecDefinition });

/** A row of the table of owners' specs. */
export const OwnSpec = z.looseObject({
  owner_id: z.string(),
  spec_id: z.string(),
  ...Version.shape,
  /** The newest version whose check has passed, which starts use. */
  offered: Version.nullable(),
  check: Check,
  /** Whether the task definition of `version` is registered. */
  registered: z.boolean(),
  /** The API key that pays for the check. */
  api_key_id: z.string(),
  lineages: z.array(Lineage).optional(),
  /** The person for whom the check runs; absent for a key of no member. */
  checked_for: z.string().optional(),
  ...makerFields,
  /** Rises with each write: the optimistic lock. */
  revision: z.int(),
  created_at: Moment,
  updated_at: Moment,
  /** Set while its worker has something to do: when to look next. A worker moves it ahead, as its lease. */
  due_at: z.string().optional(),
});
export type OwnSpec = z.infer<typeof OwnSpec>;

/** A damaged spec starts nothing until its owner changes it. */
export const readOwnSpec = /* @__PURE__ */ rowReader('sandbox spec', OwnSpec, {
  shown: ['check', 'created_at', 'updated_at'],
  damaged: { offered: null },
});

/** A version that starts no longer use. Sandboxes that began from it still resume from its task definition. */
export const RetiredVersion = z.looseObject({
  owner_id: z.string(),
  /** `#retired/` and the family. No id of a spec contains a number sign. */
  spec_id: z.string(),
  family: z.string(),
  of_spec_id: z.string(),
  /** The sandbox of a check of this version, if it may still run. */
  check_id: z.string().nullable(),
  due_at: z.string(),
});
export type RetiredVersion = z.infer<typeof RetiredVersion>;

export const readRetired = /* @__PURE__ */ rowReader('retired spec version', RetiredVersion);

export const RETIRED = '#retired/';

/** Whether an id is that of an owner's spec. Ids of deployed specs have no dot, so that the two never collide. */
export function isOwnSpecId(id: string): boolean {
  return id.startsWith(OWN_SPEC_PREFIX);
}

/**
 * The family of a version's task definition, without the prefix of the deployment. A family for each version makes
 * registering it twice harmless. Its mark is another one for a spec that is made again under the same name.
 */
export function familyOf(
  { owner_id, spec_id, created_at }: Pick<OwnSpec, 'owner_id' | 'spec_id' | 'created_at'>,
  version: number,
): string {
  const mark = createHash('sha256').update(`${owner_id}/${spec_id}/${created_at}`).digest('hex').slice(0, 16);
  return `${OWN_FAMILY}${spec_id.slice(OWN_SPEC_PREFIX.length)}_${mark}_${version}`;
}

/** A version as its sandboxes start from it. */
export function specOf(
  row: Pick<OwnSpec, 'owner_id' | 'spec_id' | 'created_at'>,
  { version, definition }: z.infer<typeof Version>,
): SandboxSpec {
  const { cpu_units, memory_megabytes, architecture, command, workspace_gigabytes: gigabytes } = definition;
  const size = { cpu_units, memory_megabytes, architecture };
  const family = familyOf(row, version);
  return {
    id: row.spec_id,
    command: command.length === 0 ? null : [...command],
    working_dir: definition.working_dir,
    initial_env: definition.initial_env,
    created_at: row.created_at,
    ports: definition.ports,
    idle_minutes: definition.idle_minutes,
    lifetime_minutes: definition.lifetime_minutes,
    workspace_gigabytes: gigabytes,
    filesystem_type: FILE_SYSTEM,
    retention_days: definition.retention_days,
    seals_with_boot_key: definition.seals_with_boot_key,
    volume: VOLUME,
    container: CONTAINER,
    size,
    // A start chooses no other size: the owner changes the spec.
    sizes: [{ cpu_units, memory_megabytes }],
    workspace_bounds: { min: gigabytes, max: gigabytes },
    capacity: 'on_demand',
    initialization_rate: null,
    revision: family,
    warm_pool: { size: 0, hours: null },
    unavailable: null,
    own: {
      version,
      family,
      container: CONTAINER,
      volume: VOLUME,
      size,
      workspace_gigabytes: gigabytes,
      initialization_rate: null,
    },
  };
}

/** The same for its task definition. */
export function taskSpecOf({ spec_id: id, definition }: Pick<OwnSpec, 'spec_id' | 'definition'>): TaskSpec {
  return {
    id,
    image: definition.image,
    command: definition.command,
    cpu: definition.cpu_units,
    memoryMegabytes: definition.memory_megabytes,
    architecture: definition.architecture,
    user: definition.user ?? undefined,
    workspacePath: definition.workspace_path,
    ephemeralGigabytes: definition.ephemeral_gigabytes ?? undefined,
    initialEnv: definition.initial_env,
    ports: definition.ports,
  };
}
