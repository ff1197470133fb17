import * as z from 'zod';
import { log } from '../../../platform/log.ts';
import type { Sandbox } from '../record/sandbox.ts';
import type { AgentHealth } from '../record/step.ts';
import { agentTimeouts, callAgent, EdgeRefusedError } from './agent-http.ts';
import { type AgentSetup, type Agents, agentUrl } from './agents.ts';
import type { SandboxKeys } from './keys.ts';

/** How many conversations there are: the smallest answer that needs the session key. */
const COUNT = '/api/conversations/count';

/** How agents deliver events: soon, as clients read them from the service, and in requests that Lambda accepts. */
const delivery = {
  event_buffer_size: 5,
  flush_delay: 2,
  num_retries: 3,
  retry_delay: 5,
  max_batch_bytes: 1024 * 1024,
};

const ServerInfo = z.object({ idle_time: z.number().default(0) });

const Count = z.int();

/** How many runs are interrupted at once. Each comes with its whole agent, and a machine has few processors. */
const MAX_RUNS = 20;

const Running = z.object({ items: z.array(z.object({ id: z.string().max(100) })).max(MAX_RUNS) });

type Timeouts = Readonly<Record<'probe' | 'init' | 'interrupt' | 'prepare', number>>;

/** Agent servers over HTTP. */
export class HttpAgents implements Agents {
  readonly #keys: SandboxKeys;
  readonly #timeouts: Timeouts;

  constructor(keys: SandboxKeys, timeouts: Timeouts = agentTimeouts) {
    this.#keys = keys;
    this.#timeouts = timeouts;
  }

  async health(url: string, sessionKey?: string): Promise<AgentHealth> {
    // One limit for all that is asked, at the same time: a frozen agent costs no more than this.
    const signal = AbortSignal.timeout(this.#timeouts.probe);
    try {
      const [ready, idleSeconds, running] = await Promise.all([
        callAgent(`${url}/ready`, { signal }),
        idleTimeOf(url, signal),
        sessionKey === undefined ? 0 : runningOf(url, sessionKey, signal),
      ]);
      // The agent's own answer: one of the edge is thrown, as it says nothing of the agent.
      if (!ready.ok) return { kind: 'dormant' };
      // Whatever it is that refuses our key, it is not the agent of this sandbox.
      if (idleSeconds === undefined || running === 'refused') return { kind: 'unreachable' };
      return { kind: 'ready', idleSeconds, busy: running > 0 };
    } catch (error) {
      // Whatever else the failure, the agent gave no answer, which counts as unreachable.
      return { kind: isFaultOfEdge(error) ? 'hidden' : 'unreachable' };
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
        // Commands that the agent runs inherit its environment.
        env: { OH_SECRET_KEY: '' },
        webhooks: [{ base_url: setup.webhookUrl, ...delivery }],
      }),
      signal: AbortSignal.timeout(this.#timeouts.init),
    });
    if (response.ok) return;
    // Initialised before, by a delivery whose answer was lost or by an intruder. 401: its key is the secret key by now.
    const isOver = response.status === 400 || response.status === 401;
    if (isOver && (await isOurs(url, setup.sessionKey, this.#timeouts.probe))) return;
    throw new Error(
      response.status === 400
        ? 'another client initialised the agent server first'
        : `the agent server refused its initialisation with status ${response.status}`,
    );
  }

  async prepareForPause(sandbox: Sandbox): Promise<void> {
    const url = agentUrl(sandbox);
    if (!url) return;
    const headers = { 'X-Session-API-Key': await this.#keys.sessionKey(sandbox) };
    await attempt('interrupt its runs', sandbox, () =>
      interruptRuns(url, headers, AbortSignal.timeout(this.#timeouts.interrupt)),
    );
    await attempt('prepare for its end', sandbox, async () => {
      const { ok, status } = await callAgent(`${url}/api/conversations/prepare-for-sandbox-pause`, {
        method: 'POST',
        headers,
        signal: AbortSignal.timeout(this.#timeouts.prepare),
      });
      if (!ok) throw new Error(`the agent server answered ${status}`);
    });
  }
}

async function attempt(what: string, { sandbox_id }: Sandbox, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.warn(`agent server did not ${what}`, { sandbox_id, error });
  }
}

/** An agent prepares only between two steps of a run, and a tool may take for ever: its runs are interrupted first. */
async function interruptRuns(url: string, headers: Readonly<Record<string, string>>, signal: AbortSignal) {
  const query = new URLSearchParams({ status: 'running', limit: String(MAX_RUNS) });
  const { text } = await callAgent(`${url}/api/conversations/search?${query}`, { headers, signal });
  const { items } = Running.parse(JSON.parse(text));
  await Promise.all(
    items.map(({ id }) =>
      callAgent(`${url}/api/conversations/${encodeURIComponent(id)}/interrupt`, { method: 'POST', headers, signal }),
    ),
  );
}

/** An edge without its keys, or with others, refuses the addresses of all sandboxes, however well these are. */
function isFaultOfEdge(error: unknown): boolean {
  return (
    error instanceof EdgeRefusedError && (error.code === 'unavailable' || error.code === 'sandbox_address_invalid')
  );
}

/** An agent is ours when our key opens it, and nothing opens it but a key. */
async function isOurs(url: string, sessionKey: string, milliseconds: number): Promise<boolean> {
  const signal = AbortSignal.timeout(milliseconds);
  const [withKey, withoutKey] = await Promise.all([
    callAgent(`${url}${COUNT}`, { headers: { 'X-Session-API-Key': sessionKey }, signal }),
    callAgent(`${url}${COUNT}`, { signal }),
  ]);
  const isClosed = withoutKey.status === 401 || withoutKey.status === 403;
  return withKey.ok && isClosed;
}

/** @returns undefined when the agent does not report it. */
async function idleTimeOf(url: string, signal: AbortSignal): Promise<number | undefined> {
  try {
    const info = await callAgent(`${url}/server_info`, { signal });
    return Math.max(0, ServerInfo.parse(JSON.parse(info.text)).idle_time);
  } catch {
    return undefined;
  }
}

/** How many conversations run, watched or not. An agent that cannot report this is judged by its idle time alone. */
async function runningOf(url: string, sessionKey: string, signal: AbortSignal): Promise<number | 'refused'> {
  try {
    const headers = { 'X-Session-API-Key': sessionKey };
    const { status, text } = await callAgent(`${url}${COUNT}?status=running`, { headers, signal });
    return status === 401 || status === 403 ? 'refused' : Count.parse(JSON.parse(text));
  } catch {
    return 0;
  }
}
