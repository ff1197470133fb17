import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, type TestContext, vi } from 'vitest';
import { builtAgent } from '../../../../infra/local/build/built-agent.ts';
import { installedAgentServer } from '../../../../infra/specs/installed-program.ts';
import { openhandsLocal } from '../../../../infra/specs/openhands-local.ts';
import { reference } from '../../../../infra/specs/reference.ts';
import type { SpecSource } from '../../../../infra/specs/schema.ts';
import { freePort } from '../../../support/free-port.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';

const root = join(import.meta.dirname, '../../../..');
const program = installedAgentServer(process.env);
export const patience = { timeout: 120_000, interval: 200 };
const key = 'session-key';
const running = new Set<ChildProcess>();
const directories = new Set<string>();

/** Both agent servers, for tests that compare them. */
export const agentServers = [
  ['the reference agent', reference],
  ['the OpenHands agent server', program === undefined ? undefined : openhandsLocal],
] as const;

/** Skips a test where the agent server is not installed. */
export function skip(context: TestContext): void {
  context.skip('no OpenHands agent server here: set OPENHANDS_AGENT_SERVER, or put agent-server on the PATH');
}

afterEach(async () => {
  for (const child of running) {
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await exit;
  }
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
  running.clear();
  directories.clear();
});

// biome-ignore lint/suspicious/noExplicitAny: the tests read fields of responses without types
export type Ask = (method: string, path: string, body?: unknown) => Promise<any>;

/** An initialised agent server, which delivers to the receiver. @returns how to ask it, without errors */
export async function startAgent(spec: SpecSource, receiver: WebhookReceiver): Promise<Ask> {
  const workspace = mkdtempSync(join(tmpdir(), 'protocol-'));
  directories.add(workspace);
  const port = await freePort();
  const places: Record<string, string> = {
    ...{ node: process.execPath, agent: await builtAgent(), root, workspace },
    'port:AGENT_SERVER': String(port),
    'agent-server': program ?? '',
  };
  const recipe = spec.local === false ? [] : spec.local.command;
  const [command = '', ...args] = recipe.map((part) =>
    part.replace(/\{([\w:-]+)\}/g, (_, name: string) => places[name] ?? ''),
  );
  const env = { PATH: process.env.PATH, ...spec.initialEnv, OH_DEFERRED_INIT: 'true', OH_SECRET_KEY: 'init-key' };
  running.add(spawn(command, args, { cwd: workspace, env, stdio: 'ignore' }));
  const url = `http://127.0.0.1:${port}`;
  await vi.waitFor(async () => expect((await fetch(`${url}/alive`)).status).toBe(200), patience);
  const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: { 'Content-Type': 'application/json', 'X-Session-API-Key': key, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return await response.json();
  };
  const webhooks = [
    { base_url: `${receiver.url}/hooks`, event_buffer_size: 5, flush_delay: 0.5, num_retries: 1, retry_delay: 1 },
  ];
  const init = { session_api_keys: [key], secret_key: 'kept-key', webhooks, allow_cors_origins: [] };
  expect(await ask('POST', '/api/init', init, { 'X-Init-API-Key': 'init-key' })).toEqual({
    state: 'ready',
    error: null,
  });
  return ask;
}
