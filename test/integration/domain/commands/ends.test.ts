import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { stateOf } from '../../../../shared/domain/commands/follow-command.ts';
import type { CommandRequest } from '../../../../shared/domain/commands/start-command.ts';
import { findCommand, sendInput } from '../../../../shared/domain/commands/steer-command.ts';
import type { SandboxAgent } from '../../../../shared/domain/sandboxes/agent/sandbox-agent.ts';
import { newId } from '../../../../shared/platform/ids.ts';
import { aSandbox } from '../../../support/sandboxes/sandbox-data.ts';
import { AgentProcess, endAll, sessionKey } from '../../infra/agent/agent-process.ts';
import { startIn } from './command-scene.ts';

const PATIENTLY = { timeout: 30_000, interval: 50 };

const run = (agent: SandboxAgent, request: Partial<CommandRequest>) => startIn(agent, { background: true, ...request });

/** The command lines of the processes whose home directory is that of the agent's commands. */
async function processesOf({ workspace }: AgentProcess): Promise<readonly string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const read = (pid: string, file: string) => readFile(join('/proc', pid, file), 'utf8').catch(() => '');
  const found = pids.map(async (pid) => {
    const isOfCommand = (await read(pid, 'environ')).split('\0').includes(`HOME=${workspace}/.home`);
    return isOfCommand ? [`${pid} ${(await read(pid, 'cmdline')).replaceAll('\0', ' ').slice(-100)}`] : [];
  });
  return (await Promise.all(found)).flat();
}

describe.skipIf(process.platform !== 'linux')('the processes of commands (needs /proc)', () => {
  it('end with their agent server, even if that is killed', async () => {
    const agentProcess = await AgentProcess.start();
    const sandbox = aSandbox({ sandbox_id: newId(new Date()), working_dir: '/workspace/project' });
    const agent: SandboxAgent = { sandbox, url: agentProcess.baseUrl, sessionKey };
    const terminal = await run(agent, { command: ['bash', '--norc', '-i'], tty: { rows: 24, columns: 80 } });
    const input = { bytes: Buffer.from(`(trap '' HUP TERM; exec sleep 301) & sleep 302\r`), end: false, offset: 0 };
    await sendInput(agent, terminal.id, await findCommand(agent, terminal.id), input);
    await run(agent, { command: `trap '' TERM; sleep 303 & sleep 304`, stdin: true });
    const ended = await run(agent, { command: 'sleep 305 & echo started' });
    await vi.waitFor(async () => expect(await stateOf(ended)).toMatchObject({ code: 0 }), PATIENTLY);
    await vi.waitFor(async () => {
      const lines = (await processesOf(agentProcess)).join('\n');
      for (const seconds of [301, 302, 303, 304, 305]) expect(lines).toContain(`sleep ${seconds}`);
    }, PATIENTLY);

    await agentProcess.end('SIGKILL');
    await rm(agentProcess.workspace, { recursive: true, force: true });

    await expect.poll(() => processesOf(agentProcess), PATIENTLY).toEqual([]);
    await endAll();
  });

  it('of the service end with the command', async () => {
    const agentProcess = await AgentProcess.start();
    const sandbox = aSandbox({ sandbox_id: newId(new Date()), working_dir: '/workspace/project' });
    const agent: SandboxAgent = { sandbox, url: agentProcess.baseUrl, sessionKey };
    const running = await Promise.all([
      run(agent, { command: 'exit 1', stdin: true }),
      run(agent, { command: 'exit 2', tty: { rows: 24, columns: 80 } }),
    ]);
    await Promise.all(
      running.map((one, index) =>
        vi.waitFor(async () => expect(await stateOf(one)).toMatchObject({ code: index + 1 }), PATIENTLY),
      ),
    );

    await expect.poll(() => processesOf(agentProcess), { timeout: 3_000, interval: 50 }).toEqual([]);
    await endAll();
  });
});
