import { PortName } from '../../../contract/shapes/enums.ts';
import { timestamp } from '../../../platform/clock.ts';
import { FIRST_OPENED_SLOT, newAddressId } from '../ingress/name.ts';
import { identity } from '../record/identity.ts';
import { changed, type Sandbox } from '../record/sandbox.ts';
import { chooseSize } from '../specs/choose-size.ts';
import type { SandboxSpec } from '../specs/sandbox-specs.ts';

const MINUTE = 60_000;

/** The addresses of a sandbox without a task. */
export const noAddresses = { exposed_urls: null, agent_url: null, public_address: null } as const;

/** A requested sandbox before anything runs. */
export function newSandbox(
  ownerId: string,
  sandboxId: string,
  spec: SandboxSpec,
  now: Date,
  chosen = chooseSize(undefined, spec, now),
): Sandbox {
  const at = timestamp(now);
  const named = { owner_id: ownerId, sandbox_id: sandboxId, created_at: at };
  return {
    owner_id: ownerId,
    sandbox_id: sandboxId,
    spec_id: spec.id,
    own_version: spec.own ?? null,
    desired: 'RUNNING',
    phase: 'PENDING',
    phase_since: at,
    generation: 1,
    wanted_generation: 1,
    version: 1,
    ports: Object.entries(spec.ports).map(([name, port]) => ({ name: PortName.parse(name), port })),
    working_dir: spec.working_dir,
    idle_minutes: spec.idle_minutes,
    lifetime_minutes: spec.lifetime_minutes,
    retention_days: spec.retention_days,
    ...chosen,
    resize: null,
    filesystem_type: spec.filesystem_type,
    seals_with_boot_key: spec.seals_with_boot_key,
    address_id: newAddressId(),
    opened_ports: [],
    next_slot: FIRST_OPENED_SLOT,
    key_id: null,
    seal: { id: identity(named), key_id: null },
    session_revision: 1,
    session_rotates: false,
    session_rotated_at: null,
    session_key_hash: null,
    edge_key_hash: null,
    wake: {},
    last_used_at: at,
    woken_at: null,
    wakes: null,
    api_key_id: null,
    snapshot_id: null,
    previous_snapshot_id: null,
    base_snapshot: null,
    saved_at: null,
    discards: [],
    restarts: 0,
    capacity: spec.capacity,
    spot_failures: 0,
    conversation_count: 0,
    created_for_conversation: false,
    conversation_ids: [],
    workspace_kept: null,
    receipt: null,
    warm: null,
    purge_at: null,
    created_at: at,
    updated_at: at,
    ...beforeStart(spec, now),
    step_times: { ACCEPTED: at },
    transitions: [{ phase: 'PENDING', at, generation: 1, reason: null }],
  };
}

/** A new start from the saved workspace. No field of the previous generation carries over to it. */
export function nextGeneration(sandbox: Sandbox, now: Date, notBefore: Date | null): Sandbox {
  return changed(sandbox, now, {
    phase: 'PENDING',
    generation: sandbox.generation + 1,
    ...beforeStart(sandbox, now),
    ...keysOfNext(sandbox),
    ...(sandbox.restarts > 0 ? keptOnRestart(sandbox) : {}),
    // A resume during the previous run's end has waited for it.
    step_times: { ACCEPTED: sandbox.resume_requested_at ?? timestamp(now) },
    retry_at: notBefore && timestamp(notBefore),
  });
}

/** The session key lasts, unless it is to be replaced. */
function keysOfNext({ session_revision: revision, session_rotates: rotates }: Sandbox): Partial<Sandbox> {
  if (!rotates) return {};
  return { session_revision: revision + 1, session_rotates: false, session_key_hash: null, edge_key_hash: null };
}

/** An automatic restart keeps the deadline, or a task that ends repeatedly would run forever. */
function keptOnRestart({ deadline_at, last_activity_at, status_reason }: Sandbox): Partial<Sandbox> {
  return { deadline_at, last_activity_at, status_reason };
}

/** The fields at the beginning of every generation: nothing runs, and nothing has been observed. */
function beforeStart({ lifetime_minutes: minutes }: Pick<Sandbox, 'lifetime_minutes'>, now: Date) {
  return {
    attempt: 1,
    launch_retries: 0,
    launch_scheduled_at: null,
    launch_queued_at: null,
    launch_called_at: null,
    launch_lease_until: null,
    launch_unclear_until: null,
    retry_at: null,
    launch: null,
    claimed: null,
    task_arn: null,
    task_version: 0,
    delivery_key_hash: null,
    boot_lease_until: null,
    stop_into: 'PAUSED',
    stop_sent_at: null,
    stop_lease_until: null,
    task_started_at: null,
    task_stopped_at: null,
    task_stop_estimated: false,
    task_ended_at: null,
    unreachable_since: null,
    resume_requested_at: null,
    running_since: null,
    ...noAddresses,
    volume_id: null,
    saving_snapshot_id: null,
    save_attempts: 0,
    save_failed_at: null,
    save_lease_until: null,
    status_reason: null,
    pause_reason: null,
    expires_at: null,
    last_activity_at: timestamp(now),
    busy_until: null,
    deadline_at: timestamp(new Date(now.getTime() + minutes * MINUTE)),
  } as const;
}
