import * as z from 'zod';
import { AgentConversationBody, AgentEventBody } from '../../../contract/agents/webhooks.ts';
import { dashed } from '../../../contract/shapes/ids.ts';
import { log } from '../../../platform/log.ts';
import { agentTimeouts, callAgent } from '../../sandboxes/agent/agent-http.ts';
import { agentUrl } from '../../sandboxes/agent/agents.ts';
import type { SandboxKeys } from '../../sandboxes/agent/keys.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import type { AgentConversation, AgentHistories, AgentHistoryPage, AgentTitles } from './agent-histories.ts';

/** How many events are asked for at once. Where they are so long that the answer is refused, fewer. */
const PAGE_SIZES = [100, 10, 1] as const;

/** How many conversations are asked for at once: each comes with its whole agent. */
const LAST_CHANGED = 20;

const Page = z.object({ items: z.array(z.unknown()), next_page_id: z.string().nullish() });
const Count = z.int().nonnegative();

export class HttpAgentHistories implements AgentHistories {
  readonly #keys: SandboxKeys;
  readonly #timeout: () => number;

  /** @param timeout how long the agent may take to answer a call that begins now, in milliseconds */
  constructor(keys: SandboxKeys, timeout: () => number = () => agentTimeouts.history) {
    this.#keys = keys;
    this.#timeout = timeout;
  }

  async conversations(sandbox: Sandbox): Promise<readonly AgentConversation[]> {
    const query = new URLSearchParams({ limit: String(LAST_CHANGED), sort_order: 'UPDATED_AT_DESC' });
    const { items } = Page.parse(await this.#ask(sandbox, `search?${query}`));
    return items.flatMap((item) => AgentConversationBody.safeParse(item).data ?? []);
  }

  async count(sandbox: Sandbox, agentConversationId: string): Promise<number | undefined> {
    try {
      return Count.parse(await this.#ask(sandbox, `${dashed(agentConversationId)}/events/count`));
    } catch {
      // Whatever the failure, the agent did not report its count.
      return undefined;
    }
  }

  async page(sandbox: Sandbox, agentConversationId: string, after: string | null): Promise<AgentHistoryPage> {
    let failure: unknown;
    for (const limit of PAGE_SIZES) {
      const query = new URLSearchParams({ limit: String(limit), sort_order: 'TIMESTAMP_DESC' });
      if (after !== null) query.set('page_id', after);
      try {
        const { items, next_page_id: next } = Page.parse(
          await this.#ask(sandbox, `${dashed(agentConversationId)}/events/search?${query}`),
        );
        return { events: items.flatMap((item) => AgentEventBody.safeParse(item).data ?? []), next: next ?? null };
      } catch (error) {
        failure = error;
      }
    }
    throw new Error('the agent server did not give a page of its events', { cause: failure });
  }

  async #ask(sandbox: Sandbox, path: string): Promise<unknown> {
    const url = agentUrl(sandbox);
    if (!url) throw new Error(`sandbox ${sandbox.sandbox_id} has no address`);
    const { ok, status, text } = await callAgent(`${url}/api/conversations/${path}`, {
      headers: { 'X-Session-API-Key': await this.#keys.sessionKey(sandbox) },
      signal: AbortSignal.timeout(this.#timeout()),
    });
    if (!ok) throw new Error(`the agent server answered ${status}`);
    return JSON.parse(text);
  }
}

const Answer = z.object({ response: z.string() });

export class HttpAgentTitles implements AgentTitles {
  readonly #keys: SandboxKeys;

  constructor(keys: SandboxKeys) {
    this.#keys = keys;
  }

  async conversation(sandbox: Sandbox, agentConversationId: string): Promise<AgentConversation | undefined> {
    const answer = await this.#call(sandbox, agentConversationId, 'GET', '', agentTimeouts.question);
    return AgentConversationBody.safeParse(answer).data;
  }

  async ask(sandbox: Sandbox, agentConversationId: string, question: string): Promise<string | undefined> {
    const answer = await this.#call(sandbox, agentConversationId, 'POST', '/ask_agent', agentTimeouts.title, {
      question,
    });
    return Answer.safeParse(answer).data?.response;
  }

  async rename(sandbox: Sandbox, agentConversationId: string, title: string): Promise<boolean> {
    const answer = await this.#call(sandbox, agentConversationId, 'PATCH', '', agentTimeouts.rename, { title });
    return answer !== undefined;
  }

  /** @returns undefined whatever the failure: a title is never worth an error */
  async #call(
    sandbox: Sandbox,
    agentConversationId: string,
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    timeout: number,
    json?: unknown,
  ): Promise<unknown> {
    const url = agentUrl(sandbox);
    if (!url) return undefined;
    try {
      const { ok, status, text } = await callAgent(`${url}/api/conversations/${dashed(agentConversationId)}${path}`, {
        method,
        headers: {
          'X-Session-API-Key': await this.#keys.sessionKey(sandbox),
          ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
        signal: AbortSignal.timeout(timeout),
      });
      if (!ok) throw new Error(`the agent server answered ${status}`);
      return JSON.parse(text);
    } catch (error) {
      log.info('agent server did not answer about a title', { sandbox_id: sandbox.sandbox_id, method, error });
      return undefined;
    }
  }
}
