import type { Sandbox } from '../record/sandbox.ts';
import type { SandboxSpec } from '../specs/sandbox-specs.ts';

/**
 * The version of an owner's spec that a sandbox was made from, for copies of the sandbox. They run the image that wrote
 * the workspace, even after the spec was changed or deleted.
 *
 * @returns undefined for a sandbox of a deployed spec
 */
export function keptSpec(sandbox: Sandbox): SandboxSpec | undefined {
  const { own_version: own, created_at, working_dir, idle_minutes, lifetime_minutes, retention_days } = sandbox;
  if (!own) return undefined;
  const { container, volume, size, workspace_gigabytes: gigabytes, initialization_rate } = own;
  return {
    id: sandbox.spec_id,
    command: null,
    initial_env: {},
    ...{ created_at, working_dir, idle_minutes, lifetime_minutes, retention_days },
    ports: Object.fromEntries(sandbox.ports.map(({ name, port }) => [name, port])),
    filesystem_type: sandbox.filesystem_type,
    seals_with_boot_key: sandbox.seals_with_boot_key,
    ...{ container, volume, size, initialization_rate },
    sizes: [{ cpu_units: size.cpu_units, memory_megabytes: size.memory_megabytes }],
    workspace_gigabytes: gigabytes,
    workspace_bounds: { min: gigabytes, max: gigabytes },
    capacity: 'on_demand',
    revision: own.family,
    warm_pool: { size: 0, hours: null },
    unavailable: null,
    own,
  };
}
