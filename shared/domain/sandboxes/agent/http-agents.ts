import * as z from 'zod';
import { log } from '../../../platform/log.ts';
import type { Sandbox } from '../record/sandbox.ts';
import type { AgentHealth } from '../record/step.ts';
import { agentTimeouts, callAgent, EdgeRefusedError } from './agent-http.ts';
import type { AgentSetup, Agents } from './agents.ts';
import type { SandboxKeys } from './keys.ts';

/** The number of conversations: the smallest response that needs the session key. */
const COUNT = '/api/conversations/count';

/** Agents add their first session key, which opens no delivery. */
const DELIVERY_HEADER = 'X-Delivery-Key';

/** Agents deliver events promptly, as clients read them from this service, and in batches that Lambda accepts. */
const delivery = {
  event_buffer_size: 5,
  flush_delay: 2,
  num_retries: 3,
  retry_delay: 5,
  max_batch_bytes: 1024 * 1024,
  // An agent drops an event that Lambda could not take. Otherwise it would try it forever, before all later ones.
  max_queue_bytes: 6_200_000,
};

const ServerInfo = z.object({ idle_time: z.number().default(0) });

const Count = z.int();

/** The most runs interrupted at once. The listing includes each run's whole agent, and a machine has few processors. */
const MAX_RUNS = 20;

const Running = z.object({ items: z.array(z.object({ id: z.string().max(100) })).max(MAX_RUNS) });

type Timeouts = Readonly<Record<'probe' | 'init' | 'interrupt' | 'prepare', number>>;

export class HttpAgents implements Agents {
  readonly #keys: SandboxKeys;
  readonly #timeouts: Timeouts;

  constructor(keys: SandboxKeys, timeouts: Timeouts = agentTimeouts) {
    this.#keys = keys;
    this.#timeouts = timeouts;
  }

  async health(url: string, sessionKey?: string): Promise<AgentHealth> {
    // One timeout for all calls, made in parallel: a frozen agent costs no more than this.
    const signal = AbortSignal.timeout(this.#timeouts.probe);
    try {
      const [ready, idleSeconds, running] = await Promise.all([
        callAgent(`${url}/ready`, { signal }),
        idleTimeOf(url, signal),
        runningOf(url, sessionKey, signal),
      ]);
      // This is the agent's own response: a response of the edge throws.
      if (!ready.ok || running === 'dormant') return { kind: 'dormant' };
      // A server that refuses our key is not the agent of this sandbox.
      if (idleSeconds === undefined || (running === 'refused' && sessionKey !== undefined))
        return { kind: 'unreachable' };
      return { kind: 'ready', idleSeconds, busy: typeof running === 'number' && running > 0 };
    } catch (error) {
      // With any other failure the agent gave no response, so it counts as unreachable.
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
        webhooks: [{ base_url: setup.webhookUrl, headers: { [DELIVERY_HEADER]: setup.deliveryKey }, ...delivery }],
      }),
      signal: AbortSignal.timeout(this.#timeouts.init),
    });
    if (response.ok) return;
    // Already initialised, by a call whose response was lost or by an intruder. 401: the secret key has replaced the
    // init key.
    const isOver = response.status === 400 || response.status === 401;
    if (isOver && (await isOurs(url, setup.sessionKey, this.#timeouts.probe))) return;
    throw new Error(
      response.status === 400
        ? 'Another client initialised the agent server first.'
        : `The agent server refused its initialisation with status ${response.status}.`,
    );
  }

  async prepareForPause(sandbox: Sandbox): Promise<void> {
    const { agent_url: url } = sandbox;
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
      if (!ok) throw new Error(`The agent server responded with ${status}.`);
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

/** Interrupts all runs. An agent prepares only between two steps of a run, and a tool can take forever. */
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

/** An edge whose keys are missing or wrong refuses the addresses of all sandboxes, even of healthy ones. */
function isFaultOfEdge(error: unknown): boolean {
  return (
    error instanceof EdgeRefusedError && (error.code === 'unavailable' || error.code === 'sandbox_address_invalid')
  );
}

/** An agent is ours when it accepts our key and requires a key. */
async function isOurs(url: string, sessionKey: string, milliseconds: number): Promise<boolean> {
  const signal = AbortSignal.timeout(milliseconds);
  const [withKey, withoutKey] = await Promise.all([
    callAgent(`${url}${COUNT}`, { headers: { 'X-Session-API-Key': sessionKey }, signal }),
    callAgent(`${url}${COUNT}`, { signal }),
  ]);
  const isClosed = withoutKey.status === 401 || withoutKey.status === 403;
  return withKey.ok && isClosed;
}

/** @returns undefined when the agent does not report it */
async function idleTimeOf(url: string, signal: AbortSignal): Promise<number | undefined> {
  try {
    const info = await callAgent(`${url}/server_info`, { signal });
    return Math.max(0, ServerInfo.parse(JSON.parse(info.text)).idle_time);
  } catch {
    return undefined;
  }
}

/**
 * The number of running conversations. An agent that cannot report it is judged by its idle time alone. One that waits
 * for its keys is ready in its own terms, and refuses this.
 */
async function runningOf(
  url: string,
  sessionKey: string | undefined,
  signal: AbortSignal,
): Promise<number | 'refused' | 'dormant'> {
  try {
    const headers: Record<string, string> = sessionKey === undefined ? {} : { 'X-Session-API-Key': sessionKey };
    const { status, text } = await callAgent(`${url}${COUNT}?status=running`, { headers, signal });
    if (status === 503 && text.includes('deferred-init')) return 'dormant';
    return status === 401 || status === 403 ? 'refused' : Count.parse(JSON.parse(text));
  } catch {
    return 0;
  }
}
