import type { Conversation } from '../conversations/conversation.ts';
import { executionStatuses } from '../conversations/conversation-files.ts';
import { parseConversationId } from '../conversations/conversation-id.ts';
import { readForkRequest } from '../conversations/fork.ts';
import { readStartRequest, readTags, readTitle } from '../conversations/start-request.ts';
import { type AgentApp, type AgentContext, newAgentApp, success } from '../http/agent-app.ts';
import { readJson, readOptionalJson } from '../http/body.ts';
import { Fields } from '../http/fields.ts';
import { HttpError, unprocessable } from '../http/http-error.ts';
import { pageOf, queryOf, readChoice, readPage } from '../http/query.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import { answerAside } from '../scripted-agent/answer.ts';
import type { Session } from './session.ts';

const mostIds = 99;
const orders = ['CREATED_AT', 'CREATED_AT_DESC', 'UPDATED_AT', 'UPDATED_AT_DESC'] as const;

export function conversationRoutes(lifecycle: Lifecycle, session: Session): AgentApp {
  const root = '/api/conversations';
  const change = (act: (conversation: Conversation) => void) => (c: AgentContext) => {
    act(requireConversation(lifecycle, c));
    return c.json(success);
  };
  return newAgentApp()
    .post(root, session, async (c) => {
      const { conversation, isNew } = await lifecycle.catalogue().start(readStartRequest(await readJson(c)));
      return c.json(conversation.info(), isNew ? 201 : 200);
    })
    .get(root, session, (c) => c.json(batchGet(lifecycle, queryOf(c))))
    .get(`${root}/search`, session, (c) => c.json(search(lifecycle, queryOf(c))))
    .get(`${root}/count`, session, (c) => c.json(withStatus(lifecycle, queryOf(c)).length))
    .post(`${root}/prepare-for-sandbox-pause`, session, async (c) => {
      await lifecycle.suspend();
      return c.body(null, 204);
    })
    .get(`${root}/:id`, session, (c) => c.json(requireConversation(lifecycle, c).info()))
    .patch(`${root}/:id`, session, async (c) => {
      await update(lifecycle, c);
      return c.json(success);
    })
    .delete(
      `${root}/:id`,
      session,
      change((conversation) => lifecycle.catalogue().delete(conversation)),
    )
    .post(`${root}/:id/fork`, session, async (c) => {
      const id = parseConversationId(c.req.param('id'), ['path', 'conversation_id']);
      const fork = lifecycle.catalogue().fork(id, readForkRequest(await readOptionalJson(c)));
      if (!fork) throw new HttpError(404, 'Source conversation not found');
      return c.json(fork.info(), 201);
    })
    .post(
      `${root}/:id/pause`,
      session,
      change((conversation) => pause(lifecycle, conversation, 'PauseEvent')),
    )
    .post(
      `${root}/:id/interrupt`,
      session,
      change((conversation) => pause(lifecycle, conversation, 'InterruptEvent')),
    )
    .post(`${root}/:id/ask_agent`, session, async (c) => {
      const conversation = requireConversation(lifecycle, c);
      const fields = new Fields(await readJson(c));
      fields.require('question');
      const question = fields.string('question') ?? '';
      fields.finish();
      return c.json({ response: answerAside(question, conversation.events) });
    })
    .post(
      `${root}/:id/run`,
      session,
      change((conversation) => conversation.run()),
    );
}

/** @throws HttpError 404, or 422 when the ID is no UUID */
export function requireConversation(lifecycle: Lifecycle, c: AgentContext): Conversation {
  const id = parseConversationId(c.req.param('id') ?? '', ['path', 'conversation_id']);
  const found = lifecycle.catalogue().find(id);
  if (!found) throw new HttpError(404);
  return found;
}

function pause(lifecycle: Lifecycle, conversation: Conversation, kind: 'PauseEvent' | 'InterruptEvent'): void {
  conversation.pause(kind);
  lifecycle.webhooks().tell(conversation.info());
}

function batchGet(lifecycle: Lifecycle, query: URLSearchParams) {
  const ids = query.getAll('ids');
  if (ids.length === 0) throw unprocessable([{ type: 'missing', loc: ['query', 'ids'], msg: 'Field required' }]);
  if (ids.length > mostIds) throw new HttpError(400, `Too many ids requested. Maximum is ${mostIds}.`);
  const parsed = ids.map((id, index) => parseConversationId(id, ['query', 'ids', String(index)]));
  return parsed.map((id) => lifecycle.catalogue().find(id)?.info() ?? null);
}

function search(lifecycle: Lifecycle, query: URLSearchParams) {
  const order = readChoice(query, 'sort_order', orders) ?? 'CREATED_AT_DESC';
  const byUpdate = order.startsWith('UPDATED_AT');
  const conversations = [...withStatus(lifecycle, query)];
  if (byUpdate) conversations.sort((one, other) => (one.updatedAt < other.updatedAt ? -1 : 1));
  const page = readPage(query, byUpdate ? [orders[2], orders[3]] : [orders[0], orders[1]]);
  const { items, next_page_id } = pageOf(conversations, { ...page, newestFirst: order.endsWith('_DESC') });
  return { items: items.map((conversation) => conversation.info()), next_page_id };
}

function withStatus(lifecycle: Lifecycle, query: URLSearchParams): readonly Conversation[] {
  const status = readChoice(query, 'status', executionStatuses);
  return lifecycle
    .catalogue()
    .all()
    .filter((conversation) => !status || conversation.status === status);
}

async function update(lifecycle: Lifecycle, c: AgentContext): Promise<void> {
  const conversation = requireConversation(lifecycle, c);
  const fields = new Fields(await readJson(c));
  const title = readTitle(fields)?.trim();
  const tags = readTags(fields);
  fields.finish();
  conversation.update({ ...(title === undefined ? {} : { title }), ...(tags === undefined ? {} : { tags }) });
  lifecycle.webhooks().tell(conversation.info());
}
