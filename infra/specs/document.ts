import { createHash } from 'node:crypto';
import { sizesBetween } from '../../shared/contract/shapes/fargate-sizes.ts';
import type { SandboxSpecsDocument } from '../../shared/domain/sandboxes/specs/sandbox-specs.ts';
import { CONTAINER, FILE_SYSTEM, VOLUME } from '../../shared/domain/sandboxes/specs/task-definition.ts';
import type { Specs } from './catalogue.ts';
import type { SandboxSpec } from './schema.ts';

/** The file with the specs, in the bundles of functions that read them. */
export const SPECS_FILE = 'sandbox-specs.json';

/** The parts of the specs that functions need. */
export function specsDocument(specs: Specs): SandboxSpecsDocument {
  const [first] = specs;
  return { default: first.id, specs: specs.map(described) };
}

function described(spec: SandboxSpec): SandboxSpecsDocument['specs'][number] {
  return {
    id: spec.id,
    command: [...spec.command],
    working_dir: spec.workingDir,
    initial_env: { ...spec.initialEnv },
    created_at: spec.createdAt,
    ports: { ...spec.ports },
    idle_minutes: spec.idleMinutes,
    lifetime_minutes: spec.lifetimeMinutes,
    workspace_gigabytes: spec.workspaceGigabytes,
    filesystem_type: FILE_SYSTEM,
    retention_days: spec.retentionDays,
    seals_with_boot_key: spec.sealsWithBootKey,
    volume: VOLUME,
    container: CONTAINER,
    revision: revisionOf(spec),
    warm_pool: { size: spec.warmPool.size, hours: spec.warmPool.hours ?? null },
    size: { cpu_units: spec.cpu, memory_megabytes: spec.memoryMegabytes, architecture: spec.architecture },
    ...choicesOf(spec),
    capacity: spec.capacity,
    initialization_rate: spec.initializationRate ?? null,
    unavailable: spec.unavailable ?? null,
  };
}

/** The sizes that starts can choose. Functions need not know what Fargate offers. */
function choicesOf(spec: SandboxSpec) {
  const { min, max } = spec.sizes ?? { min: spec, max: spec };
  const sizes = sizesBetween(min, max).map(({ cpu, memoryMegabytes }) => {
    return { cpu_units: cpu, memory_megabytes: memoryMegabytes };
  });
  return { sizes, workspace_bounds: { min: min.workspaceGigabytes, max: max.workspaceGigabytes } };
}

/** A hash of everything that affects the tasks of a spec. Other members affect only the rows of sandboxes. */
function revisionOf(spec: SandboxSpec): string {
  const { warmPool: _pool, idleMinutes: _idle, lifetimeMinutes: _lifetime, retentionDays: _days, ...rest } = spec;
  const { unavailable: _unavailable, sizes: _sizes, ...task } = rest;
  return createHash('sha256').update(JSON.stringify(task)).digest('hex').slice(0, 16);
}
