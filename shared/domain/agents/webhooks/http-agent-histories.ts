import * as z from 'zod';
import { AgentConversationBody } from '../../../contract/agents/webhooks.ts';
import { dashed } from '../../../contract/shapes/ids.ts';
import { parseAgentJson } from '../../../platform/agent-json.ts';
import { log } from '../../../platform/log.ts';
import { eventPage } from '../../conversations/agent/event-page.ts';
import { agentTimeouts, callAgent } from '../../sandboxes/agent/agent-http.ts';
import type { SandboxKeys } from '../../sandboxes/agent/keys.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import type { AgentConversation, AgentHistories, AgentHistoryPage, AgentTitles } from './agent-histories.ts';

/** Conversations per request. Each contains the whole configuration of its agent. */
const LAST_CHANGED = 20;

const Page = z.object({ items: z.array(z.unknown()) });
const Count = z.int().nonnegative();

export class HttpAgentHistories implements AgentHistories {
  readonly #keys: SandboxKeys;
  readonly #timeout: () => number;

  /** @param timeout returns the time limit of the next request, in milliseconds */
  constructor(keys: SandboxKeys, timeout: () => number = () => agentTimeouts.history) {
    this.#keys = keys;
    this.#timeout = timeout;
  }

  async conversations(sandbox: Sandbox): Promise<readonly AgentConversation[]> {
    const query = new URLSearchParams({ limit: String(LAST_CHANGED), sort_order: 'UPDATED_AT_DESC' });
    const { items } = Page.parse(await this.#ask(sandbox, `/search?${query}`));
    return items.flatMap((item) => AgentConversationBody.safeParse(item).data ?? []);
  }

  async count(sandbox: Sandbox, agentConversationId: string): Promise<number | undefined> {
    try {
      return Count.parse(await this.#ask(sandbox, `/${dashed(agentConversationId)}/events/count`));
    } catch {
      return undefined;
    }
  }

  page(sandbox: Sandbox, agentConversationId: string, after: string | null): Promise<AgentHistoryPage> {
    return eventPage(dashed(agentConversationId), after, (path, maxBytes) => this.#ask(sandbox, path, maxBytes));
  }

  #ask(sandbox: Sandbox, path: string, maxBytes?: number): Promise<unknown> {
    return request(sandbox, this.#keys, path, { timeout: this.#timeout(), ...(maxBytes && { maxBytes }) });
  }
}

const Answer = z.object({ response: z.string() });

export class HttpAgentTitles implements AgentTitles {
  readonly #keys: SandboxKeys;
  readonly #timeLeft: () => number;

  /** @param timeLeft returns the longest time for the next request, in milliseconds */
  constructor(keys: SandboxKeys, timeLeft: () => number = () => Number.POSITIVE_INFINITY) {
    this.#keys = keys;
    this.#timeLeft = timeLeft;
  }

  async conversation(sandbox: Sandbox, agentConversationId: string): Promise<AgentConversation | undefined> {
    const answer = await this.#ask(sandbox, agentConversationId, '', { timeout: agentTimeouts.question });
    return AgentConversationBody.safeParse(answer).data;
  }

  async ask(sandbox: Sandbox, agentConversationId: string, question: string): Promise<string | undefined> {
    const call = { method: 'POST', json: { question }, timeout: agentTimeouts.title } as const;
    const answer = await this.#ask(sandbox, agentConversationId, '/ask_agent', call);
    return Answer.safeParse(answer).data?.response;
  }

  async rename(sandbox: Sandbox, agentConversationId: string, title: string): Promise<boolean> {
    const call = { method: 'PATCH', json: { title }, timeout: agentTimeouts.rename } as const;
    return (await this.#ask(sandbox, agentConversationId, '', call)) !== undefined;
  }

  /** @returns undefined after any failure, as a title is not worth an error */
  async #ask(sandbox: Sandbox, agentConversationId: string, path: string, call: Call): Promise<unknown> {
    const timeout = Math.max(0, Math.min(call.timeout, this.#timeLeft()));
    try {
      return await request(sandbox, this.#keys, `/${dashed(agentConversationId)}${path}`, { ...call, timeout });
    } catch (error) {
      const { sandbox_id } = sandbox;
      log.info('agent server did not respond to a title request', { sandbox_id, method: call.method ?? 'GET', error });
      return undefined;
    }
  }
}

interface Call {
  readonly method?: 'POST' | 'PATCH';
  readonly json?: unknown;
  readonly maxBytes?: number;
  /** In milliseconds. */
  readonly timeout: number;
}

/** Calls the conversation interface of an agent server. @throws without a response, and for an error status */
async function request(sandbox: Sandbox, keys: SandboxKeys, path: string, call: Call): Promise<unknown> {
  const { method = 'GET', json, maxBytes, timeout } = call;
  const url = sandbox.agent_url;
  if (!url) throw new Error(`sandbox ${sandbox.sandbox_id} has no URL`);
  const { ok, status, text } = await callAgent(`${url}/api/conversations${path}`, {
    method,
    headers: {
      'X-Session-API-Key': await keys.sessionKey(sandbox),
      ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    ...(maxBytes === undefined ? {} : { maxBytes }),
    signal: AbortSignal.timeout(timeout),
  });
  if (!ok) throw new Error(`the agent server responded with status ${status}`);
  return parseAgentJson(text);
}
