import * as z from 'zod';
import type { ListeningApp } from '../../../contract/shapes/sandbox-port.ts';
import type { Clock } from '../../../platform/clock.ts';
import { log } from '../../../platform/log.ts';
import { askAgent, parsed } from '../agent/ask-agent.ts';
import type { SandboxKeys } from '../agent/keys.ts';
import { sandboxAgent } from '../agent/sandbox-agent.ts';
import type { Sandbox } from '../record/sandbox.ts';
import { apiStatus } from '../record/status.ts';
import { listeningApps, listeningScript } from './listening-script.ts';

/** How long an answer is used again, in milliseconds. */
const FRESH = 3_000;

/** The longest wait for an answer, in milliseconds: a list of ports waits for it. */
const PATIENCE = 2_000;

/** The most sandboxes whose answers are kept. */
const MOST_KEPT = 1_000;

const MOST_BYTES = 256 * 1024;

const Output = z.object({ stdout: z.string().nullish() });

interface ListeningDeps {
  readonly keys: Pick<SandboxKeys, 'sessionKey'>;
  readonly now: Clock;
}

interface Asked {
  readonly at: number;
  readonly found: Promise<readonly ListeningApp[] | null>;
}

/** Asks running sandboxes which apps listen in them. This counts as no use of a sandbox: pages repeat it. */
export class ListeningApps {
  readonly #deps: ListeningDeps;
  readonly #asked = new Map<string, Asked>();

  constructor(deps: ListeningDeps) {
    this.#deps = deps;
  }

  /** @returns null for a sandbox that does not run, or does not say so in time */
  async in(sandbox: Sandbox): Promise<readonly ListeningApp[] | null> {
    if (apiStatus(sandbox) !== 'RUNNING') return null;
    const key = JSON.stringify([sandbox.owner_id, sandbox.sandbox_id, sandbox.generation]);
    const at = this.#deps.now().getTime();
    const before = this.#asked.get(key);
    if (before && at - before.at < FRESH) return before.found;
    if (this.#asked.size >= MOST_KEPT) this.#asked.clear();
    const found = this.#ask(sandbox);
    this.#asked.set(key, { at, found });
    return found;
  }

  async #ask(sandbox: Sandbox): Promise<readonly ListeningApp[] | null> {
    try {
      const agent = await sandboxAgent(sandbox, this.#deps.keys);
      const answer = await askAgent(agent, {
        method: 'POST',
        path: '/api/bash/execute_bash_command',
        json: { command: listeningScript, cwd: null, timeout: Math.ceil(PATIENCE / 1_000) },
        timeout: PATIENCE,
        maxBytes: MOST_BYTES,
      });
      const { stdout } = parsed(Output, answer);
      const own = sandbox.ports.map(({ port }) => port);
      return listeningApps((stdout ?? '').split('\n'), own) ?? null;
    } catch (error) {
      log.info('listening apps not read', { sandbox_id: sandbox.sandbox_id, error });
      return null;
    }
  }
}
