import { formatMicroseconds } from '../base/timestamps.ts';
import { type BashEventFilter, readBashRequest } from '../bash/bash-event-files.ts';
import { asConversationId } from '../conversations/conversation-id.ts';
import { type AgentApp, type AgentContext, newAgentApp } from '../http/agent-app.ts';
import { readJson } from '../http/body.ts';
import { HttpError, unprocessable } from '../http/http-error.ts';
import { queryOf, readChoice, readLimit, readMicroseconds, readWholeNumber } from '../http/query.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import type { Session } from './session.ts';

/** Commands in the sandbox, outside of conversations. */
export function bashRoutes(lifecycle: Lifecycle, session: Session): AgentApp {
  const start = async (c: AgentContext) => lifecycle.bash().start(readBashRequest(await readJson(c)));
  return newAgentApp()
    .basePath('/api/bash')
    .post('/start_bash_command', session, async (c) => c.json((await start(c)).command))
    .post('/execute_bash_command', session, async (c) => c.json(await (await start(c)).ended))
    .get('/bash_events/search', session, (c) => c.json(search(lifecycle, queryOf(c))))
    .get('/bash_events/:id', session, (c) => {
      const found = lifecycle.bash().files.find(c.req.param('id'));
      if (!found) throw new HttpError(404);
      return c.json(found);
    })
    .delete('/bash_events', session, (c) => c.json({ cleared_count: lifecycle.bash().files.clear() }));
}

function search(lifecycle: Lifecycle, query: URLSearchParams) {
  const order = readChoice(query, 'sort_order', ['TIMESTAMP', 'TIMESTAMP_DESC'] as const);
  const limit = readLimit(query.get('limit'));
  const pageId = query.get('page_id') || undefined;
  return lifecycle.bash().files.search(readFilter(query), { pageId, limit, newestFirst: order === 'TIMESTAMP_DESC' });
}

function readFilter(query: URLSearchParams): BashEventFilter {
  return {
    kind: readChoice(query, 'kind__eq', ['BashCommand', 'BashOutput'] as const),
    commandId: readCommandId(query),
    from: fileTime(readMicroseconds(query, 'timestamp__gte')),
    before: fileTime(readMicroseconds(query, 'timestamp__lt')),
    orderAbove: readWholeNumber(query, 'order__gt'),
  };
}

function readCommandId(query: URLSearchParams): string | undefined {
  const value = query.get('command_id__eq');
  if (!value) return undefined;
  const id = asConversationId(value);
  if (id) return id.replaceAll('-', '');
  const loc = ['query', 'command_id__eq'];
  throw unprocessable([{ type: 'uuid_parsing', loc, msg: 'Input should be a valid UUID' }]);
}

function fileTime(microseconds: number | undefined): string | undefined {
  return microseconds === undefined ? undefined : formatMicroseconds(microseconds).replaceAll(/\D/g, '');
}
