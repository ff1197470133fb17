import * as z from 'zod';
import { AgentConversationBody } from '../../../contract/agents/webhooks.ts';
import { dashed } from '../../../contract/shapes/ids.ts';
import { log } from '../../../platform/log.ts';
import { agentTimeouts, callAgent } from '../../sandboxes/agent/agent-http.ts';
import { agentUrl } from '../../sandboxes/agent/agents.ts';
import type { SandboxKeys } from '../../sandboxes/agent/keys.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import type { AgentConversation } from './agent-histories.ts';
import type { AgentTitles } from './agent-titles.ts';

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
