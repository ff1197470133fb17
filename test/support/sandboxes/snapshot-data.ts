import type { WorkspaceSnapshot } from '../../../shared/domain/sandboxes/record/workspace-snapshot.ts';
import { aSandboxId, noon } from './sandbox-data.ts';

/** A complete snapshot of a paused sandbox. */
export function aSnapshot(overrides: Partial<WorkspaceSnapshot> = {}): WorkspaceSnapshot {
  const id = overrides.snapshot_id ?? aSandboxId();
  return {
    owner_id: 'ann',
    snapshot_id: id,
    name: null,
    sandbox_id: 'box',
    sandbox_created_at: noon,
    generation: 1,
    spec_id: 'reference',
    state: 'READY',
    state_since: noon,
    status_reason: null,
    version: 1,
    volume_id: null,
    ebs_snapshot_id: `snap-${id}`,
    of_snapshot_id: null,
    size_gib: 20,
    filesystem_type: 'ext4',
    working_dir: '/workspace/project',
    seals_with_boot_key: false,
    seal: { id: 'ann/box/1', key_id: 'k1' },
    synced: true,
    holds: 0,
    released_at: null,
    waiting: [],
    retention_days: null,
    expires_at: null,
    kept: true,
    api_key_id: 'key000000001',
    lease_until: null,
    retry_at: null,
    attempts: 0,
    refusals: 0,
    receipt: null,
    purge_at: null,
    created_at: noon,
    updated_at: noon,
    ready_at: noon,
    ...overrides,
  };
}
