import * as z from 'zod';
import { PauseReason } from '../../contract/shapes/enums.ts';
import type { EventType } from '../../contract/shapes/integrator-event-types.ts';
import { Phase } from '../sandboxes/record/phases.ts';
import { Sandbox } from '../sandboxes/record/sandbox.ts';
import { apiStatus } from '../sandboxes/record/status.ts';

/** The attributes of a row that decide on events. */
const SandboxRow = z.object({
  sandbox_id: z.string(),
  spec_id: z.string(),
  phase: Phase,
  desired: Sandbox.shape.desired,
  generation: z.int(),
  wanted_generation: z.int(),
  stop_into: Sandbox.shape.stop_into,
  pause_reason: PauseReason.nullish(),
  status_reason: z.object({ code: z.string() }).nullish(),
});
type SandboxRow = z.infer<typeof SandboxRow>;

type SandboxEvent = Extract<EventType, `sandbox.${string}`>;

export interface PublishedEvent<Type extends EventType> {
  readonly type: Type;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The integrator events behind a change of a sandbox's row: mostly none. */
export function sandboxEvents(before: unknown, after: unknown): readonly PublishedEvent<SandboxEvent>[] {
  const then = before ? SandboxRow.parse(before) : undefined;
  const now = after ? SandboxRow.parse(after) : undefined;
  const type = standing(now);
  const row = now ?? then;
  return type === standing(then) || !row ? [] : [{ type, data: dataOf(row, type) }];
}

/** As in the status of a sandbox, each request shows at once: one to be deleted is gone for readers. */
function standing(row: SandboxRow | undefined): SandboxEvent {
  if (!row || row.desired === 'DELETED' || row.phase === 'DELETED') return 'sandbox.deleted';
  switch (apiStatus(row)) {
    case 'STARTING':
      return 'sandbox.starting';
    case 'RUNNING':
      return 'sandbox.running';
    case 'PAUSED':
      return row.phase === 'PAUSED' ? 'sandbox.paused' : 'sandbox.pausing';
    case 'ERROR':
    case 'MISSING':
      return 'sandbox.error';
  }
}

function dataOf(row: SandboxRow, type: SandboxEvent) {
  return {
    sandbox_id: row.sandbox_id,
    sandbox_spec_id: row.spec_id,
    status: type === 'sandbox.deleted' ? 'MISSING' : apiStatus(row),
    generation: row.generation,
    pause_reason: row.pause_reason ?? null,
    reason: type === 'sandbox.error' ? (row.status_reason?.code ?? null) : null,
  };
}
