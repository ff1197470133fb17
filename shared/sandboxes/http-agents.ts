import * as z from 'zod';
import { log } from '../log.ts';
import { callAgent } from './agent-http.ts';
import type { AgentSetup, Agents } from './agents.ts';
import type { SandboxKeys } from './keys.ts';
import type { Sandbox } from './sandbox.ts';
import type { AgentHealth } from './step.ts';

/** How long each may take, in milliseconds. */
const PROBE_TIMEOUT = 2_000;
const INIT_TIMEOUT = 20_000;
const PREPARE_TIMEOUT = 5_000;

const ServerInfo = z.object({ idle_time: z.number().default(0) });

const Count = z.int();

/** Agent servers over HTTP. */
export class HttpAgents implements Agents {
  private readonly keys: SandboxKeys;

  constructor(keys: SandboxKeys) {
    this.keys = keys;
  }

  async health(url: string, sessionKey?: string): Promise<AgentHealth> {
    // One limit for all that is asked, at the same time: a frozen agent costs no more than this.
    const signal = AbortSignal.timeout(PROBE_TIMEOUT);
    try {
      const [ready, idleSeconds, busy] = await Promise.all([
        callAgent(`${url}/ready`, { signal }),
        idleTimeOf(url, signal),
        sessionKey === undefined ? false : isBusy(url, sessionKey, signal),
      ]);
      if (!ready.ok) return { kind: 'dormant' };
      return idleSeconds === undefined ? { kind: 'unreachable' } : { kind: 'ready', idleSeconds, busy };
    } catch {
      // Whatever went wrong, nobody got an answer: that is what unreachable means.
      return { kind: 'unreachable' };
    }
  }

  async init(url: string, setup: AgentSetup): Promise<void> {
    const response = await callAgent(`${url}/api/init`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Init-API-Key': setup.initKey },
      body: JSON.stringify({
        session_api_keys: [setup.sessionKey],
        secret_key: setup.secretKey,
        allow_cors_origins: setup.allowedOrigins,
      }),
      signal: AbortSignal.timeout(INIT_TIMEOUT),
    });
    // 400: initialised before. A repeated delivery whose first answer was lost ends here, and /ready tells whether all is well.
    if (!response.ok && response.status !== 400)
      throw new Error(`the agent server refused its initialisation with status ${response.status}`);
  }

  async prepareForPause(sandbox: Sandbox): Promise<void> {
    const url = agentUrl(sandbox);
    if (!url) return;
    try {
      await callAgent(`${url}/api/conversations/prepare-for-sandbox-pause`, {
        method: 'POST',
        headers: { 'X-Session-API-Key': await this.keys.sessionKey(sandbox) },
        signal: AbortSignal.timeout(PREPARE_TIMEOUT),
      });
    } catch (error) {
      log.warn('the agent did not prepare for the pause', { sandbox_id: sandbox.sandbox_id, error });
    }
  }
}

/** @returns undefined when it does not say. */
async function idleTimeOf(url: string, signal: AbortSignal): Promise<number | undefined> {
  try {
    const info = await callAgent(`${url}/server_info`, { signal });
    return Math.max(0, ServerInfo.parse(JSON.parse(info.text)).idle_time);
  } catch {
    return undefined;
  }
}

/** Whether a conversation runs, with or without somebody who watches. An agent that cannot tell is judged by its idle time alone. */
async function isBusy(url: string, sessionKey: string, signal: AbortSignal): Promise<boolean> {
  try {
    const headers = { 'X-Session-API-Key': sessionKey };
    const running = await callAgent(`${url}/api/conversations/count?status=running`, { headers, signal });
    return running.ok && Count.parse(JSON.parse(running.text)) > 0;
  } catch {
    return false;
  }
}

/** The agent server's address while the sandbox runs. */
export function agentUrl(sandbox: Pick<Sandbox, 'exposed_urls'>): string | undefined {
  return sandbox.exposed_urls?.find(({ name }) => name === 'AGENT_SERVER')?.url;
}
