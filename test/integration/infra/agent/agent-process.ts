import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { builtAgent } from '../../../../infra/local/build/built-agent.ts';

const deadlineMilliseconds = 60_000;

export const sessionKey = 'session-key-one';

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the tests read fields of responses without types
  readonly body: any;
  readonly headers: Headers;
}

export interface AgentOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly workspace?: string;
  readonly args?: readonly string[];
}

/** Two session keys and an allowed origin, as in a deployment. */
const defaultEnv = {
  OH_SESSION_API_KEYS_0: 'another-session-key',
  OH_SESSION_API_KEYS_1: sessionKey,
  OH_SECRET_KEY: 'secret-key-one',
  OH_ALLOW_CORS_ORIGINS_0: 'https://app.example.com',
};

const running = new Set<ChildProcess>();
const workspaces = new Set<string>();
let shared: Promise<AgentProcess> | undefined;

/** Stops the agent that the tests of a file share. */
export async function endShared(): Promise<void> {
  const agent = await shared;
  shared = undefined;
  await agent?.end('SIGKILL');
  if (agent) await rm(agent.workspace, { recursive: true, force: true });
}

/** Stops the agents of one test and deletes their workspaces. */
export async function endAll(): Promise<void> {
  await Promise.all([...running].map((child) => end(child, 'SIGKILL')));
  await Promise.all([...workspaces].map((workspace) => rm(workspace, { recursive: true, force: true })));
  workspaces.clear();
}

/** The real agent server in a separate process, on a free port. */
export class AgentProcess {
  readonly workspace: string;
  readonly baseUrl: string;
  private readonly child: ChildProcess;
  private readonly said: { text: string };

  private constructor(child: ChildProcess, workspace: string, baseUrl: string, said: { text: string }) {
    this.child = child;
    this.workspace = workspace;
    this.baseUrl = baseUrl;
    this.said = said;
  }

  /** An agent shared by the tests of a file, which add only conversations and files. */
  static async shared(): Promise<AgentProcess> {
    shared ??= makeDirectory().then((workspace) => AgentProcess.launch(workspace, defaultEnv));
    return await shared;
  }

  static async start({ env = defaultEnv, workspace, args = [] }: AgentOptions = {}): Promise<AgentProcess> {
    return await AgentProcess.launch(workspace ?? (await newWorkspace()), env, running, args);
  }

  private static async launch(
    workspace: string,
    env: Readonly<Record<string, string>>,
    children?: Set<ChildProcess>,
    args: readonly string[] = [],
  ): Promise<AgentProcess> {
    const program = await builtAgent();
    const child = spawn(process.execPath, [program, '--port', '0', ...args], {
      cwd: workspace,
      env: { ...env },
      stdio: 'pipe',
    });
    children?.add(child);
    const said = { text: '' };
    child.stdout?.on('data', (data) => {
      said.text += data;
    });
    child.stderr?.on('data', (data) => {
      said.text += data;
    });
    const baseUrl = await waitFor(() => {
      if (child.exitCode !== null) throw new Error(`the agent server ended: ${said.text}`);
      return /listens on (http:\S+),/.exec(said.text)?.[1] ?? missing('the address of the agent server');
    });
    return new AgentProcess(child, workspace, baseUrl, said);
  }

  get output(): string {
    return this.said.text;
  }

  get socketUrl(): string {
    return this.baseUrl.replace('http', 'ws');
  }

  /** @returns the exit code, or null after SIGKILL */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    return await end(this.child, signal);
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return await this.send('GET', path, undefined, headers);
  }

  async post(path: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<Answer> {
    return await this.send('POST', path, body, headers);
  }

  /** Sends strings unchanged and other bodies as JSON, with the session key unless `headers` has one. */
  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await fetch(this.baseUrl + path, {
      method,
      headers: { 'Content-Type': 'application/json', 'X-Session-API-Key': sessionKey, ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text), headers: response.headers };
  }

  async create(overrides: Record<string, unknown> = {}): Promise<string> {
    const { status, body } = await this.post('/api/conversations', aStartRequest(overrides));
    if (status !== 201) throw new Error(`create answered ${status}: ${JSON.stringify(body)}`);
    return body.id;
  }

  async say(id: string, text: string, run = true): Promise<Answer> {
    return await this.post(`/api/conversations/${id}/events`, aMessage(text, { run }));
  }

  async waitForStatus(id: string, status: string): Promise<void> {
    await waitFor(async () => {
      const { body } = await this.get(`/api/conversations/${id}`);
      return body.execution_status === status || missing(`${status}; the conversation is ${body.execution_status}`);
    });
  }

  async messages(id: string): Promise<string[]> {
    const { body } = await this.get(`/api/conversations/${id}/events/search?kind=MessageEvent`);
    return body.items.map((event: { source: string; llm_message: { content: { text: string }[] } }) => {
      return `${event.source}: ${event.llm_message.content[0]?.text.split('\n')[0]}`;
    });
  }
}

async function newWorkspace(): Promise<string> {
  const workspace = await makeDirectory();
  workspaces.add(workspace);
  return workspace;
}

async function makeDirectory(): Promise<string> {
  return await mkdtemp(join(tmpdir(), 'reference-agent-'));
}

export async function runToEnd(args: readonly string[], env: Record<string, string> = {}): Promise<[number, string]> {
  const child = spawn(process.execPath, [await builtAgent(), ...args], {
    cwd: await newWorkspace(),
    env,
    stdio: 'pipe',
  });
  running.add(child);
  let said = '';
  child.stderr.on('data', (data) => {
    said += data;
  });
  const [code] = await once(child, 'close');
  running.delete(child);
  return [code, said];
}

export function aStartRequest(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  const llm = { model: 'openai/test-model', api_key: 'sk-very-secret', base_url: 'http://127.0.0.1:9' };
  return { workspace: { working_dir: 'project' }, agent: { kind: 'Agent', llm, tools: [] }, ...overrides };
}

export function aMessage(text: string, overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return { role: 'user', content: [{ type: 'text', text }], ...overrides };
}

export async function waitFor<T>(attempt: () => T | Promise<T>): Promise<T> {
  return await vi.waitFor(attempt, { timeout: deadlineMilliseconds, interval: 20 });
}

export function missing(what: string): never {
  throw new Error(`still waiting for ${what}`);
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  running.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exit = once(child, 'exit');
  child.kill(signal);
  const [code] = await exit;
  return code;
}
