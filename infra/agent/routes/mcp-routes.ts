import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AgentApp, newAgentApp } from '../http/agent-app.ts';
import { readJson } from '../http/body.ts';
import { Fields } from '../http/fields.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import { withoutKeys } from '../settings/settings.ts';
import type { Session } from './session.ts';

/** The first message to an MCP server. */
const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'reference-agent', version: '1' } },
});

/** Tests whether an MCP server answers a first message. Unlike agent servers, it does not list the tools. */
export function mcpRoutes(lifecycle: Lifecycle, session: Session): AgentApp {
  return newAgentApp().post('/api/mcp/test', session, async (c) => {
    const fields = new Fields(await readJson(c));
    fields.require('server');
    const server = fields.nested('server');
    const signal = AbortSignal.timeout(1000 * (fields.integer('timeout', 1) ?? 15));
    const url = server?.string('url');
    const command = server?.string('command');
    const args = server?.strings('args') ?? [];
    const environment = server?.stringMap('env') ?? {};
    const headers = server?.stringMap('headers') ?? {};
    const isSse = server?.string('transport') === 'sse';
    fields.finish();
    try {
      if (url !== undefined) await askRemote(url, headers, isSse, signal);
      else await askProgram(command ?? '', args, environment, lifecycle.settings.workspace, signal);
      return c.json({ ok: true, tools: [] });
    } catch (error) {
      if (signal.aborted) return c.json({ ok: false, error: 'MCP tool listing timed out', error_kind: 'timeout' });
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      return c.json({ ok: false, error: `Client failed to connect: ${String(cause)}`, error_kind: 'connection' });
    }
  });
}

async function askRemote(url: string, headers: Readonly<Record<string, string>>, isSse: boolean, signal: AbortSignal) {
  const accept = isSse ? 'text/event-stream' : 'application/json, text/event-stream';
  const response = await fetch(url, {
    headers: { ...headers, Accept: accept, ...(isSse ? {} : { 'Content-Type': 'application/json' }) },
    ...(isSse ? {} : { method: 'POST', body: initialize }),
    signal,
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
}

async function askProgram(
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  cwd: string,
  signal: AbortSignal,
): Promise<void> {
  const child = spawn(command, args, {
    cwd,
    env: { ...withoutKeys(process.env), ...environment },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  // A program that ended reads nothing.
  child.stdin.on('error', () => undefined);
  child.stdin.write(`${initialize}\n`);
  const ended = once(child, 'exit').then(() => {
    throw new Error('Connection closed');
  });
  ended.catch(() => undefined);
  try {
    await Promise.race([once(child.stdout, 'data', { signal }), ended]);
  } finally {
    child.kill('SIGKILL');
  }
}
