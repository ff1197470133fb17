import { afterAll, describe, expect, it, vi } from 'vitest';
import { awaited } from '../../../../shared/domain/commands/command-output.ts';
import { followed, stateOf } from '../../../../shared/domain/commands/follow-command.ts';
import type { CommandRequest } from '../../../../shared/domain/commands/start-command.ts';
import { signalCommand } from '../../../../shared/domain/commands/steer-command.ts';
import type { SandboxAgent } from '../../../../shared/domain/sandboxes/agent/sandbox-agent.ts';
import { AppError } from '../../../../shared/platform/errors.ts';
import { newId } from '../../../../shared/platform/ids.ts';
import { aSandbox } from '../../../support/sandboxes/sandbox-data.ts';
import { AgentProcess, endShared, sessionKey } from '../../infra/agent/agent-process.ts';
import { deps, eventsOf, startIn } from './command-scene.ts';

const agentProcess = await AgentProcess.shared();
afterAll(endShared);

const sandbox = aSandbox({ sandbox_id: newId(new Date()), working_dir: '/workspace/project' });
const agent: SandboxAgent = { sandbox, url: agentProcess.baseUrl, sessionKey };
const start = (request: Partial<CommandRequest>) => startIn(agent, request);

const hasProcesses = (group: number): boolean => {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
};

/** So much later at each look. */
const clockThatSteps = (milliseconds: number) => {
  let now = Date.now();
  return () => {
    now += milliseconds;
    return new Date(now);
  };
};

describe.concurrent('the stream of a command', () => {
  it('ends with the reason when its caller may no longer follow', async () => {
    const command = await start({ command: 'sleep 300', background: true });
    const events = await eventsOf(command, {
      now: clockThatSteps(10_000),
      check: async () => {
        throw new AppError('unauthenticated', 'The API key was revoked.');
      },
    });

    expect(events.at(-1)).toEqual({
      event: 'error',
      data: { code: 'unauthenticated', detail: 'The API key was revoked.' },
    });
    await signalCommand(agent, command.id, 'KILL');
  });

  it('ends so also while its output is endless', async () => {
    const command = await start({ command: 'yes', background: true });
    const events = await eventsOf(command, {
      now: clockThatSteps(2_000),
      check: async () => {
        throw new AppError('unauthenticated', 'The API key was revoked.');
      },
    });

    expect(events.at(-1)).toMatchObject({ event: 'error', data: { code: 'unauthenticated' } });
    await signalCommand(agent, command.id, 'KILL');
  });

  it('of a terminal ends after two minutes, and its client comes back at once', async () => {
    const command = await start({ command: ['cat'], background: true, tty: { rows: 24, columns: 80 } });
    const parts: unknown[] = [];
    for await (const part of followed(command, { ...deps, now: clockThatSteps(10_000) })) parts.push(part);

    expect(parts.at(-1)).toEqual({ retry: 10 });
    await signalCommand(agent, command.id, 'KILL');
  });

  it('ends after the output so far when no place to wait is free', async () => {
    const command = await start({ command: 'sleep 300', background: true });

    expect((await eventsOf(command, { takePlace: async () => undefined })).map(({ event }) => event)).toEqual([
      'command',
    ]);
    await signalCommand(agent, command.id, 'KILL');
  });

  it('is JSON for callers who ask for it', async () => {
    const pieces: string[] = [];
    for await (const piece of awaited(await start({ command: 'echo hi; exit 3' }), deps)) pieces.push(piece);

    expect(JSON.parse(pieces.join(''))).toMatchObject({ stdout: 'hi\n', command: { exit_code: 3 }, offset: '3-0' });
  });

  it('says that a command is lost whose script has died', async () => {
    const command = await start({ command: 'sleep 300', background: true });
    const pid = (await command.folder.read('pid'))?.toString().trim() ?? '';
    process.kill(Number(pid), 'SIGKILL');

    await vi.waitFor(async () => expect(await stateOf(command)).toBe('lost'), { timeout: 20_000 });
    expect((await eventsOf(command)).at(-1)).toMatchObject({
      event: 'exit',
      data: { status: 'LOST', exit_code: null },
    });
    const group = Number((await command.folder.read('group'))?.toString().trim());
    // Its processes end too.
    await vi.waitFor(() => expect(hasProcesses(group)).toBe(false), { timeout: 20_000 });
  });
});
