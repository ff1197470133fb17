import * as z from 'zod';
import { dashed } from '../../../../contract/shapes/ids.ts';
import { parseAgentJson } from '../../../../platform/agent-json.ts';
import { type AgentAnswer, agentTimeouts } from '../../../sandboxes/agent/agent-http.ts';
import { type EventPage, eventPage } from '../../agent/event-page.ts';
import { AgentFailedError, StartFailedError } from '../task/start-failed.ts';
import { call } from './call-agent.ts';
import { failureOf, readAnswer } from './failed-answer.ts';
import type { AgentAccess, AgentForks } from './start-context.ts';

const root = '/api/conversations';

/** Conversations per request. Each contains the whole configuration of its agent. */
const PAGE = 20;

/** A sandbox is not trusted, and could list conversations without end. */
const MOST_CONVERSATIONS = 5_000;

const Page = z.object({
  items: z.array(z.object({ id: z.string(), created_at: z.string() })),
  next_page_id: z.string().nullish(),
});

export class HttpAgentForks implements AgentForks {
  async conversations(agent: AgentAccess, signal: AbortSignal): Promise<readonly { id: string; createdAt: string }[]> {
    const found: { id: string; createdAt: string }[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const query = new URLSearchParams({ limit: String(PAGE), ...(after === undefined ? {} : { page_id: after }) });
      const answer = await call(agent, `${root}/search?${query}`, {}, agentTimeouts.history, signal);
      if (!answer.ok) throw refusalOf(answer, 'was asked for its conversations');
      const { items, next_page_id: next } = readAnswer(Page, answer, 'a search of conversations');
      if (items.length > PAGE || found.length > MOST_CONVERSATIONS)
        throw new StartFailedError('The agent server lists too many conversations. Fork another conversation.');
      found.push(...items.map(({ id, created_at: createdAt }) => ({ id, createdAt })));
      after = next ?? null;
    }
    return found;
  }

  async page(agent: AgentAccess, id: string, after: string | null, signal: AbortSignal): Promise<EventPage> {
    try {
      return await eventPage(dashed(id), after, async (path, maxBytes) => {
        const answer = await call(agent, root + path, { maxBytes }, agentTimeouts.history, signal);
        if (!answer.ok) throw refusalOf(answer, 'was asked for the history of the fork');
        return parseAgentJson(answer.text);
      });
    } catch (error) {
      signal.throwIfAborted();
      throw new AgentFailedError(`The history of the fork could not be read: ${reasonOf(error)}`);
    }
  }

  async delete(agent: AgentAccess, id: string, signal: AbortSignal): Promise<void> {
    const answer = await call(agent, `${root}/${dashed(id)}`, { method: 'DELETE' }, agentTimeouts.history, signal);
    if (!answer.ok && answer.status !== 404) throw refusalOf(answer, 'was asked to delete a copied conversation');
  }
}

function refusalOf(answer: AgentAnswer, when: string) {
  return failureOf(
    answer,
    `The agent server returned ${answer.status} when it ${when}.`,
    'Fork the conversation again.',
  );
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}
