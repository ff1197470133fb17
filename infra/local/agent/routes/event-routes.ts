import { readUserMessage } from '../events/message.ts';
import { type EventFilter, filterEvents, pageOf } from '../events/search.ts';
import { readJson } from '../http/body.ts';
import { Fields } from '../http/fields.ts';
import { HttpError, unprocessable } from '../http/http-error.ts';
import { readMicroseconds, readPage } from '../http/query.ts';
import type { Reply, Route, RoutedRequest } from '../http/router.ts';
import type { Lifecycle } from '../lifecycle.ts';
import { requireConversation } from './conversation-routes.ts';

const root = '/api/conversations/{id}/events';
const mostIds = 99;

export function eventRoutes(lifecycle: Lifecycle): readonly Route[] {
  const at = (method: Route['method'], path: string, handle: Route['handle']): Route => {
    return { method, path: `${root}${path}`, access: 'session', handle };
  };
  const found = ({ query, ...request }: RoutedRequest) => {
    return filterEvents(requireConversation(lifecycle, { query, ...request }).events, readFilter(query));
  };
  return [
    at('POST', '', (request) => send(lifecycle, request)),
    at('GET', '', (request) => batchGet(lifecycle, request)),
    at('GET', '/search', (request) => {
      const page = readPage(request.query, ['TIMESTAMP', 'TIMESTAMP_DESC']);
      return { status: 200, body: pageOf(found(request), page) };
    }),
    at('GET', '/count', (request) => ({ status: 200, body: found(request).length })),
    at('GET', '/{event_id}', (request) => getEvent(lifecycle, request)),
  ];
}

async function send(lifecycle: Lifecycle, request: RoutedRequest): Promise<Reply> {
  requireConversation(lifecycle, request);
  const fields = new Fields(await readJson(request.incoming));
  const { message, run } = readUserMessage(fields);
  fields.finish();
  // Looked up again: it may have been deleted while the body was on its way.
  requireConversation(lifecycle, request).send(message, run);
  return { status: 200, body: { success: true } };
}

function batchGet(lifecycle: Lifecycle, request: RoutedRequest): Reply {
  const ids = [...request.query.getAll('event_ids'), ...request.query.getAll('ids')];
  if (ids.length === 0) throw unprocessable([{ type: 'missing', loc: ['query', 'event_ids'], msg: 'Field required' }]);
  if (ids.length > mostIds) throw new HttpError(400, `Too many ids requested. Maximum is ${mostIds}.`);
  const events = new Map(requireConversation(lifecycle, request).events.map((event) => [event.id, event]));
  return { status: 200, body: ids.map((id) => events.get(id) ?? null) };
}

function getEvent(lifecycle: Lifecycle, request: RoutedRequest): Reply {
  const id = request.param('event_id');
  const event = requireConversation(lifecycle, request).events.find((candidate) => candidate.id === id);
  if (!event) throw new HttpError(404);
  return { status: 200, body: event };
}

function readFilter(query: URLSearchParams): EventFilter {
  return {
    kind: query.get('kind') || undefined,
    source: query.get('source') || undefined,
    body: query.get('body') || undefined,
    from: readMicroseconds(query, 'timestamp__gte'),
    before: readMicroseconds(query, 'timestamp__lt'),
  };
}
