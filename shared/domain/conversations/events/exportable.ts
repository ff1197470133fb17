import { AppError } from '../../../platform/errors/errors.ts';
import type { EventReader, LogKey } from './event-store.ts';
import { eventLimits } from './limits.ts';

/** @throws AppError `payload_too_large` for a history that is read by pages only. */
export async function assertExportable(log: LogKey, events: Pick<EventReader, 'tally'>): Promise<void> {
  const { total } = await events.tally(log);
  if (total <= eventLimits.exportEvents) return;
  throw new AppError(
    'payload_too_large',
    `the conversation has ${total} events, and ${eventLimits.exportEvents} are given at once; read them by pages from /api/v1/conversation/{conversation_id}/events/search`,
  );
}
