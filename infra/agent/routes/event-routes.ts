import { type EventFilter, filterEvents } from '../events/event.ts';
import { readUserMessage } from '../events/message.ts';
import { type AgentApp, type AgentContext, newAgentApp, success } from '../http/agent-app.ts';
import { readJson } from '../http/body.ts';
import { Fields } from '../http/fields.ts';
import { HttpError, unprocessable } from '../http/http-error.ts';
import { pageOf, queryOf, readMicroseconds, readPage } from '../http/query.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import { requireConversation } from './conversation-routes.ts';
import type { Session } from './session.ts';

const mostIds = 99;

export function eventRoutes(lifecycle: Lifecycle, session: Session): AgentApp {
  const root = '/api/conversations/:id/events';
  const found = (c: AgentContext) => {
    return filterEvents(requireConversation(lifecycle, c).events, readFilter(queryOf(c)));
  };
  return newAgentApp()
    .post(root, session, async (c) => {
      await send(lifecycle, c);
      return c.json(success);
    })
    .get(root, session, (c) => c.json(batchGet(lifecycle, c)))
    .get(`${root}/search`, session, (c) => {
      const page = readPage(queryOf(c), ['TIMESTAMP', 'TIMESTAMP_DESC']);
      return c.json(pageOf(found(c), page));
    })
    .get(`${root}/count`, session, (c) => c.json(found(c).length))
    .get(`${root}/:event_id`, session, (c) => {
      const id = c.req.param('event_id');
      const event = requireConversation(lifecycle, c).events.find((candidate) => candidate.id === id);
      if (!event) throw new HttpError(404);
      return c.json(event);
    });
}

async function send(lifecycle: Lifecycle, c: AgentContext): Promise<void> {
  requireConversation(lifecycle, c);
  const fields = new Fields(await readJson(c));
  const { message, run } = readUserMessage(fields);
  fields.finish();
  // The conversation can be deleted while the body arrives.
  await requireConversation(lifecycle, c).send(message, run);
}

function batchGet(lifecycle: Lifecycle, c: AgentContext) {
  const query = queryOf(c);
  const ids = [...query.getAll('event_ids'), ...query.getAll('ids')];
  if (ids.length === 0) throw unprocessable([{ type: 'missing', loc: ['query', 'event_ids'], msg: 'Field required' }]);
  if (ids.length > mostIds) throw new HttpError(400, `Too many ids requested. Maximum is ${mostIds}.`);
  const events = new Map(requireConversation(lifecycle, c).events.map((event) => [event.id, event]));
  return ids.map((id) => events.get(id) ?? null);
}

function readFilter(query: URLSearchParams): EventFilter {
  return {
    // Also by the full name of its class, as agent servers do.
    kind: query.get('kind')?.split('.').at(-1) || undefined,
    source: query.get('source') || undefined,
    body: query.get('body') || undefined,
    from: readMicroseconds(query, 'timestamp__gte'),
    before: readMicroseconds(query, 'timestamp__lt'),
  };
}
