import * as z from 'zod';
import type { EventType } from '../contract/integrator-event-types.ts';
import { PauseReason, Phase } from '../sandboxes/sandbox.ts';
import { wireStatus } from '../sandboxes/status.ts';

/** What of a row decides what is told. */
const SandboxRow = z.object({
  sandbox_id: z.string(),
  spec_id: z.string(),
  phase: Phase,
  desired: z.enum(['RUNNING', 'PAUSED', 'DELETED']),
  generation: z.int(),
  wanted_generation: z.int(),
  stop_into: z.enum(['PAUSED', 'ERROR']),
  pause_reason: PauseReason.nullish(),
  status_reason: z.object({ code: z.string() }).nullish(),
});
type SandboxRow = z.infer<typeof SandboxRow>;

type SandboxEvent = Extract<EventType, `sandbox.${string}`>;

export interface Told<Type extends EventType> {
  readonly type: Type;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What a change of a sandbox's row means to integrators: nothing, most of the time. */
export function sandboxEvents(before: unknown, after: unknown): readonly Told<SandboxEvent>[] {
  const then = before ? SandboxRow.parse(before) : undefined;
  const now = after ? SandboxRow.parse(after) : undefined;
  const type = standing(now);
  const row = now ?? then;
  return type === standing(then) || !row ? [] : [{ type, data: dataOf(row, type) }];
}

/** Each intent shows at once, as in the status of a sandbox: one that is to be deleted is gone for every reader. */
function standing(row: SandboxRow | undefined): SandboxEvent {
  if (!row || row.desired === 'DELETED' || row.phase === 'DELETED') return 'sandbox.deleted';
  switch (wireStatus(row)) {
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
    status: type === 'sandbox.deleted' ? 'MISSING' : wireStatus(row),
    generation: row.generation,
    pause_reason: row.pause_reason ?? null,
    reason: type === 'sandbox.error' ? (row.status_reason?.code ?? null) : null,
  };
}
