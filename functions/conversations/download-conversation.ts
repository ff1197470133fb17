import { downloadConversation as endpoint } from '../../shared/contract/conversations/events.ts';
import type { EventLeases, LogKey } from '../../shared/domain/conversations/events/event-store.ts';
import { archiveOf, assertExportable } from '../../shared/domain/conversations/events/export-conversation.ts';
import {
  type HistoryDeps,
  requireHistory,
  wholeHistory,
} from '../../shared/domain/conversations/events/read-history.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serveStream } from '../../shared/http/serve/serve-stream.ts';
import { type Clock, systemClock } from '../../shared/platform/clock.ts';
import { AppError } from '../../shared/platform/errors.ts';
import { eventLeases, historyDeps } from '../../shared/wiring/conversations.ts';

interface Deps extends HistoryDeps {
  readonly leases: EventLeases;
  readonly now: Clock;
}

/** How long a download blocks others, in milliseconds: somewhat longer than the function can run. */
const LEASE = 125_000;

export const downloadConversation = implement(endpoint, async ({ params, caller, request }, deps: Deps) => {
  const { conversation, log } = await requireHistory(caller.ownerId, params.conversation_id, deps, (key) =>
    assertExportable(key, deps.events),
  );
  const until = new Date(deps.now().getTime() + LEASE);
  if (!(await deps.leases.acquire(log, 'export', request.requestId, until)))
    throw new AppError(
      'conflict',
      'Another download of this conversation is running. Try again when it has finished.',
      {
        extensions: { retry_after_seconds: LEASE / 1000 },
      },
    );
  return released(archiveOf(conversation, wholeHistory(log, deps.events)), log, request.requestId, deps);
});

/** Releases the lease at the end, also after the client has disconnected. */
async function* released(
  archive: AsyncIterable<Uint8Array>,
  log: LogKey,
  holder: string,
  { leases }: Deps,
): AsyncGenerator<Uint8Array> {
  try {
    yield* archive;
  } finally {
    await leases.release(log, 'export', holder);
  }
}

export const handler = serveStream(downloadConversation, (granted) => ({
  ...historyDeps(granted),
  leases: eventLeases(granted),
  now: systemClock,
}));
