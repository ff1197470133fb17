import { getTrajectory as endpoint } from '../../shared/contract/conversations/events.ts';
import type { AgentEvent } from '../../shared/domain/conversations/events/event.ts';
import { assertExportable } from '../../shared/domain/conversations/events/export-conversation.ts';
import {
  type HistoryDeps,
  requireHistory,
  wholeHistory,
} from '../../shared/domain/conversations/events/read-history.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serveStream } from '../../shared/http/serve/serve-stream.ts';
import { historyDeps } from '../../shared/wiring/conversations.ts';

export const getTrajectory = implement(endpoint, async ({ params, caller }, deps: HistoryDeps) => {
  const { log } = await requireHistory(caller.ownerId, params.conversation_id, deps, (key) =>
    assertExportable(key, deps.events),
  );
  return trajectoryOf(wholeHistory(log, deps.events));
});

async function* trajectoryOf(events: AsyncIterable<AgentEvent>): AsyncGenerator<string> {
  let separator = '{"trajectory":[';
  for await (const event of events) {
    yield `${separator}${JSON.stringify(event)}`;
    separator = ',';
  }
  yield separator === ',' ? ']}' : `${separator}]}`;
}

export const handler = serveStream(getTrajectory, historyDeps);
