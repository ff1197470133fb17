import * as z from 'zod';
import { AgentConversationBody, AgentEventBody } from '../../../contract/agents/webhooks.ts';
import { dashed } from '../../../contract/shapes/ids.ts';
import { agentTimeouts, callAgent } from '../../sandboxes/agent/agent-http.ts';
import { agentUrl } from '../../sandboxes/agent/agents.ts';
import type { SandboxKeys } from '../../sandboxes/agent/keys.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import type { AgentConversation, AgentHistories, AgentHistoryPage } from './agent-histories.ts';

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
