import { type Clock, systemClock } from '../../shared/clock.ts';
import { downloadConversation as endpoint } from '../../shared/contract/events.ts';
import { AppError } from '../../shared/errors.ts';
import type { EventLog } from '../../shared/events/event.ts';
import type { EventLeases } from '../../shared/events/event-store.ts';
import { archiveOf } from '../../shared/events/export-conversation.ts';
import { assertExportable } from '../../shared/events/exportable.ts';
import { conversationWithHistory, type HistoryDeps, wholeHistory } from '../../shared/events/read-history.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serveStream } from '../../shared/http/serve-stream.ts';
import { eventLeases, historyDeps } from '../../shared/wiring/events.ts';

interface Deps extends HistoryDeps {
  readonly leases: EventLeases;
  readonly now: Clock;
}

/** How long a download may take until another one may begin, in milliseconds: somewhat longer than the function runs. */
const LEASE = 125_000;

export const downloadConversation = implement(endpoint, async ({ params, caller, request }, deps: Deps) => {
  const { conversation, log } = await conversationWithHistory(caller.ownerId, params.conversation_id, deps);
  await assertExportable(log, deps.events);
  const until = new Date(deps.now().getTime() + LEASE);
  if (!(await deps.leases.acquire(log, 'export', request.requestId, until)))
    throw new AppError('conflict', 'a download of this conversation is running; try again when it has ended', {
      extensions: { retry_after_seconds: LEASE / 1000 },
    });
  return released(archiveOf(conversation, wholeHistory(log, deps.events)), log, request.requestId, deps);
});

/** Gives the lease back at the end, also when the client has gone. */
async function* released(
  archive: AsyncIterable<Uint8Array>,
  log: EventLog,
  holder: string,
  { leases }: Deps,
): AsyncGenerator<Uint8Array> {
  try {
    yield* archive;
  } finally {
    await leases.release(log, 'export', holder);
  }
}

export const handler = serveStream(downloadConversation, () => ({
  ...historyDeps(),
  leases: eventLeases(),
  now: systemClock,
}));
