import { type OwnSpec, type SpecDefinition, specOf } from '../../../shared/domain/sandboxes/own-specs/own-spec.ts';
import type { Sandbox } from '../../../shared/domain/sandboxes/record/sandbox.ts';
import { noon } from './sandbox-data.ts';

export function aDefinition(overrides: Partial<SpecDefinition> = {}): SpecDefinition {
  return {
    image: 'localhost/agent:1.0.0',
    command: [],
    cpu_units: 1024,
    memory_megabytes: 4096,
    architecture: 'X86_64',
    user: null,
    workspace_path: '/workspace',
    workspace_gigabytes: 20,
    ephemeral_gigabytes: null,
    working_dir: '/workspace/project',
    initial_env: {},
    ports: { AGENT_SERVER: 8000 },
    idle_minutes: 20,
    lifetime_minutes: 1440,
    retention_days: 30,
    seals_with_boot_key: false,
    ...overrides,
  };
}

export function anOwnSpec(overrides: Partial<OwnSpec> = {}): OwnSpec {
  return {
    owner_id: 'ann',
    spec_id: 'own.mine',
    version: 1,
    definition: aDefinition(),
    offered: null,
    check: {
      id: '01930000000000000000000000000001',
      state: 'PENDING',
      reason: null,
      agent_version: null,
      started_at: noon,
      finished_at: null,
    },
    registered: false,
    api_key_id: 'k1',
    lineages: [],
    revision: 1,
    created_at: noon,
    updated_at: noon,
    due_at: noon,
    ...overrides,
  };
}

/** What a sandbox has of the first version of a spec, which its owner can have deleted since. */
export function ofOwnSpec(): Partial<Sandbox> {
  const row = anOwnSpec();
  const { own, sizes, workspace_gigabytes } = specOf(row, row);
  const [size] = sizes;
  if (!own || !size) throw new Error('the spec has no version or size');
  const ports = [{ name: 'AGENT_SERVER' as const, port: 9_000 }];
  return { spec_id: row.spec_id, own_version: own, size, workspace_gigabytes, ports, idle_minutes: 7 };
}
