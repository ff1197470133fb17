import type { Conversation } from '../conversations/conversation.ts';
import { executionStatuses } from '../conversations/conversation-files.ts';
import { parseConversationId } from '../conversations/conversation-id.ts';
import { readStartRequest, readTags, readTitle } from '../conversations/start-request.ts';
import { pageOf } from '../events/search.ts';
import { readJson } from '../http/body.ts';
import { Fields } from '../http/fields.ts';
import { HttpError, unprocessable } from '../http/http-error.ts';
import { readChoice, readPage } from '../http/query.ts';
import type { Reply, Route, RoutedRequest } from '../http/router.ts';
import type { Lifecycle } from '../lifecycle.ts';

const root = '/api/conversations';
const mostIds = 99;
const success: Reply = { status: 200, body: { success: true } };
const orders = ['CREATED_AT', 'CREATED_AT_DESC', 'UPDATED_AT', 'UPDATED_AT_DESC'] as const;

export function conversationRoutes(lifecycle: Lifecycle): readonly Route[] {
  const at = (method: Route['method'], path: string, handle: Route['handle']): Route => {
    return { method, path: `${root}${path}`, access: 'session', handle };
  };
  const command = (act: (conversation: Conversation) => void) => (request: RoutedRequest) => {
    act(requireConversation(lifecycle, request));
    return success;
  };
  return [
    at('POST', '', (request) => start(lifecycle, request)),
    at('GET', '', (request) => batchGet(lifecycle, request)),
    at('GET', '/search', (request) => search(lifecycle, request)),
    at('GET', '/count', ({ query }) => ({ status: 200, body: withStatus(lifecycle, query).length })),
    at('POST', '/prepare-for-sandbox-pause', async () => {
      await lifecycle.suspend();
      return { status: 204 };
    }),
    at('GET', '/{id}', (request) => ({ status: 200, body: requireConversation(lifecycle, request).info() })),
    at('PATCH', '/{id}', (request) => update(lifecycle, request)),
    at(
      'DELETE',
      '/{id}',
      command((conversation) => lifecycle.catalogue().delete(conversation)),
    ),
    at(
      'POST',
      '/{id}/pause',
      command((conversation) => {
        conversation.pause();
        lifecycle.webhooks().tell(conversation.info());
      }),
    ),
    at(
      'POST',
      '/{id}/interrupt',
      command((conversation) => {
        conversation.pause('InterruptEvent');
        lifecycle.webhooks().tell(conversation.info());
      }),
    ),
    at(
      'POST',
      '/{id}/run',
      command((conversation) => conversation.run()),
    ),
  ];
}

/** @throws HttpError 404, or 422 when the id is no UUID. */
export function requireConversation(lifecycle: Lifecycle, request: RoutedRequest): Conversation {
  const found = lifecycle.catalogue().find(parseConversationId(request.param('id'), ['path', 'conversation_id']));
  if (!found) throw new HttpError(404);
  return found;
}

async function start(lifecycle: Lifecycle, { incoming }: RoutedRequest): Promise<Reply> {
  const { conversation, isNew } = lifecycle.catalogue().start(readStartRequest(await readJson(incoming)));
  return { status: isNew ? 201 : 200, body: conversation.info() };
}

function batchGet(lifecycle: Lifecycle, { query }: RoutedRequest): Reply {
  const ids = query.getAll('ids');
  if (ids.length === 0) throw unprocessable([{ type: 'missing', loc: ['query', 'ids'], msg: 'Field required' }]);
  if (ids.length > mostIds) throw new HttpError(400, `Too many ids requested. Maximum is ${mostIds}.`);
  const parsed = ids.map((id, index) => parseConversationId(id, ['query', 'ids', String(index)]));
  return { status: 200, body: parsed.map((id) => lifecycle.catalogue().find(id)?.info() ?? null) };
}

function search(lifecycle: Lifecycle, { query }: RoutedRequest): Reply {
  const order = readChoice(query, 'sort_order', orders) ?? 'CREATED_AT_DESC';
  const byUpdate = order.startsWith('UPDATED_AT');
  const conversations = [...withStatus(lifecycle, query)];
  if (byUpdate) conversations.sort((one, other) => (one.updatedAt < other.updatedAt ? -1 : 1));
  const page = readPage(query, byUpdate ? [orders[2], orders[3]] : [orders[0], orders[1]]);
  const { items, next_page_id } = pageOf(conversations, { ...page, newestFirst: order.endsWith('_DESC') });
  return { status: 200, body: { items: items.map((conversation) => conversation.info()), next_page_id } };
}

function withStatus(lifecycle: Lifecycle, query: URLSearchParams): readonly Conversation[] {
  const status = readChoice(query, 'status', executionStatuses);
  return lifecycle
    .catalogue()
    .all()
    .filter((conversation) => !status || conversation.status === status);
}

async function update(lifecycle: Lifecycle, request: RoutedRequest): Promise<Reply> {
  const conversation = requireConversation(lifecycle, request);
  const fields = new Fields(await readJson(request.incoming));
  const title = readTitle(fields)?.trim();
  const tags = readTags(fields);
  fields.finish();
  conversation.update({ ...(title === undefined ? {} : { title }), ...(tags === undefined ? {} : { tags }) });
  lifecycle.webhooks().tell(conversation.info());
  return success;
}
