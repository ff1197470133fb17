import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { AgentProcess, missing, sessionKey, waitFor } from './agent-process.ts';

const hex = /^[0-9a-f]{32}$/;
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

async function execute(agent: AgentProcess, command: string, more: Record<string, unknown> = {}) {
  return await agent.post('/api/bash/execute_bash_command', { command, ...more });
}

describe('a bash command of the reference agent', () => {
  test('runs in the workspace and returns its output and exit code', async () => {
    const agent = await AgentProcess.shared();
    const { status, body } = await execute(agent, 'echo hi; echo oops >&2; exit 3');
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(hex),
      timestamp: expect.stringMatching(time),
      command_id: expect.stringMatching(hex),
      order: 0,
      exit_code: 3,
      stdout: 'hi\n',
      stderr: 'oops\n',
      kind: 'BashOutput',
    });
    await execute(agent, 'mkdir -p project && touch project/file');
    const listed = await execute(agent, 'pwd; ls', { cwd: '/workspace/project' });
    expect(listed.body.stdout).toBe(`${agent.workspace}/project\nfile\n`);
    expect((await execute(agent, 'true')).body).toMatchObject({ exit_code: 0, stdout: null, stderr: null });
  });

  test('returns the reason when it cannot be started', async () => {
    const agent = await AgentProcess.shared();
    const { status, body } = await execute(agent, 'pwd', { cwd: 'nowhere' });
    expect(status).toBe(200);
    expect(body.exit_code).toBe(-1);
    expect(body.stderr).toMatch(/^Error executing command: \[Errno 2\] No such file or directory: '.*nowhere'$/);
  });

  test('is ended with all its children at its time limit', async () => {
    const agent = await AgentProcess.shared();
    const { body } = await execute(agent, 'echo begun; sleep 300 & echo $! > child; wait', { timeout: 1 });
    expect(body).toMatchObject({ exit_code: -1, stdout: 'begun\n', stderr: null });
    const child = Number(readFileSync(join(agent.workspace, 'child'), 'utf8'));
    await waitFor(() => !isAlive(child) || missing('the end of the child'));
  });

  test('dies with the server, whether the server stops or is killed', async () => {
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const agent = await AgentProcess.start();
      await agent.post('/api/bash/start_bash_command', { command: 'sleep 300 & echo $! > child; wait' });
      const file = join(agent.workspace, 'child');
      const child = await waitFor(() => Number(existsSync(file) && readFileSync(file, 'utf8')) || missing('the child'));
      await agent.end(signal);
      await waitFor(() => !isAlive(child) || missing(`the end of the child after ${signal}`));
    }
  });

  test('sees the environment without the keys of the server', async () => {
    const env = { OH_SESSION_API_KEYS_0: sessionKey, OH_SECRET_KEY: 'secret-key-one', SESSION_API_KEY: 'k', ONE: '1' };
    const agent = await AgentProcess.start({ env });
    const { body } = await execute(agent, 'env');
    expect(body.stdout).toContain('ONE=1\n');
    expect(body.stdout).toContain('AI_AGENT=openhands\n');
    expect(body.stdout).toContain(`HOME=${agent.workspace}/.home\n`);
    expect(body.stdout).not.toMatch(/secret-key-one|session-key-one|SESSION_API_KEY=/);
  });

  test('streams long output in pieces', async () => {
    const agent = await AgentProcess.shared();
    const { body } = await execute(agent, "head -c 2500000 /dev/zero | tr '\\0' a");
    expect(body).toMatchObject({ order: 2, exit_code: 0 });
    const page = await agent.get(`/api/bash/bash_events/search?command_id__eq=${body.command_id}`);
    const pieces: { order: number; exit_code: number | null; stdout: string }[] = page.body.items;
    expect(pieces.map(({ order, exit_code }) => [order, exit_code])).toEqual([
      [0, null],
      [1, null],
      [2, 0],
    ]);
    expect(pieces.map(({ stdout }) => stdout.length).reduce((sum, length) => sum + length)).toBe(2_500_000);
  });

  test.each([
    [{ cwd: 'x' }, 'command', 'missing'],
    [{ command: 5 }, 'command', 'string_type'],
    [{ command: 'true', timeout: 1.5 }, 'timeout', 'int_type'],
  ])('is refused with the body %j', async (body, field, type) => {
    const agent = await AgentProcess.shared();
    const answer = await agent.post('/api/bash/execute_bash_command', body);
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toEqual([expect.objectContaining({ type, loc: ['body', field] })]);
  });
});

describe('the bash events of the reference agent', () => {
  test('are found by kind, command, order and page, and survive a restart', async () => {
    const agent = await AgentProcess.start();
    const started = await agent.post('/api/bash/start_bash_command', { command: 'echo one', timeout: '5' });
    expect(started.body).toEqual({
      command: 'echo one',
      cwd: null,
      timeout: 5,
      id: expect.stringMatching(hex),
      timestamp: expect.stringMatching(time),
      kind: 'BashCommand',
    });
    const outputs = `/api/bash/bash_events/search?kind__eq=BashOutput&command_id__eq=${started.body.id}`;
    const output = await waitFor(async () => (await agent.get(outputs)).body.items[0] ?? missing('the output'));
    expect(output.stdout).toBe('one\n');
    expect((await agent.get(`${outputs}&order__gt=0`)).body.items).toEqual([]);
    expect((await agent.get(`/api/bash/bash_events/${output.id}`)).body).toEqual(output);
    const first = await agent.get('/api/bash/bash_events/search?limit=1');
    expect(first.body.items).toEqual([started.body]);
    const second = await agent.get(`/api/bash/bash_events/search?limit=1&page_id=${first.body.next_page_id}`);
    expect(second.body).toEqual({ items: [output], next_page_id: null });
    const latest = await agent.get('/api/bash/bash_events/search?sort_order=TIMESTAMP_DESC');
    expect(latest.body.items).toEqual([output, started.body]);
    const later = await agent.get(`/api/bash/bash_events/search?timestamp__gte=${output.timestamp}`);
    expect(later.body.items).toEqual([output]);
    await agent.end('SIGTERM');
    const again = await AgentProcess.start({ workspace: agent.workspace });
    expect((await again.get('/api/bash/bash_events/search')).body.items).toHaveLength(2);
  });

  test('can be deleted', async () => {
    const agent = await AgentProcess.start();
    await execute(agent, 'true');
    expect(await readdir(join(agent.workspace, 'bash_events'))).toHaveLength(2);
    expect((await agent.send('DELETE', '/api/bash/bash_events')).body).toEqual({ cleared_count: 2 });
    expect((await agent.get('/api/bash/bash_events/search')).body).toEqual({ items: [], next_page_id: null });
    expect((await agent.get('/api/bash/bash_events/nothing')).status).toBe(404);
  });

  test('require the session key', async () => {
    const agent = await AgentProcess.shared();
    const answer = await agent.post(
      '/api/bash/execute_bash_command',
      { command: 'true' },
      { 'X-Session-API-Key': 'x' },
    );
    expect(answer.status).toBe(401);
  });
});

function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    // Without /proc, a signal shows whether the process exists.
    return canSignal(pid);
  }
}

function canSignal(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
