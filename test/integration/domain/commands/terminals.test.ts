import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { outputNow } from '../../../../shared/domain/commands/command-output.ts';
import { offsetsIn, stateOf } from '../../../../shared/domain/commands/follow-command.ts';
import { listedCommands } from '../../../../shared/domain/commands/list-commands.ts';
import { type CommandRequest, startCommand } from '../../../../shared/domain/commands/start-command.ts';
import {
  findCommand,
  resizeTerminal,
  sendInput,
  signalCommand,
} from '../../../../shared/domain/commands/steer-command.ts';
import { enterTerminal, terminalScript, USER_SHELL } from '../../../../shared/domain/commands/tty-script.ts';
import type { SandboxAgent } from '../../../../shared/domain/sandboxes/agent/sandbox-agent.ts';
import { newId } from '../../../../shared/platform/ids.ts';
import { aSandbox } from '../../../support/sandboxes/sandbox-data.ts';
import { AgentProcess, endShared, sessionKey } from '../../infra/agent/agent-process.ts';

const agentProcess = await AgentProcess.shared();
afterAll(endShared);

const sandbox = aSandbox({ sandbox_id: newId(new Date()), working_dir: '/workspace/project' });
const agent: SandboxAgent = { sandbox, url: agentProcess.baseUrl, sessionKey };
const deps = { pause: (milliseconds: number) => wait(milliseconds) };
const hasPython = spawnSync('python3', ['--version']).status === 0;
const size = { rows: 24, columns: 80 };

class Terminal {
  readonly id = newId(new Date());

  static async open(request: Partial<CommandRequest> = {}): Promise<Terminal> {
    const terminal = new Terminal();
    const whole = { env: {}, background: true, stdin: false, tty: size, ...request };
    await startCommand(agent, { id: terminal.id, fingerprint: null }, whole, deps);
    return terminal;
  }

  async type(text: string, offset?: number): Promise<number> {
    return sendInput(agent, this.id, await this.found(), { bytes: Buffer.from(text), end: false, offset });
  }

  found = () => findCommand(agent, this.id);

  async output(offset?: string) {
    const { folder, begun } = await this.found();
    const command = { agent, id: this.id, folder, begun, from: offsetsIn(offset) };
    return outputNow(command, await stateOf(command));
  }

  shows(text: string | RegExp): Promise<void> {
    return vi.waitFor(async () => expect((await this.output()).stdout).toMatch(text), PATIENTLY);
  }

  ended(): Promise<number | null> {
    return vi.waitFor(async () => {
      const { command } = await this.output();
      expect(command.status).toBe('ENDED');
      return command.exit_code;
    }, PATIENTLY);
  }
}

const PATIENTLY = { timeout: 20_000, interval: 100 };

describe.concurrent('a terminal', () => {
  it.runIf(hasPython)('is made by Python where there is no script (skipped without python3)', async () => {
    const directory = await mkdtemp(join(tmpdir(), "terminal's-"));
    const words = `sh -c 'stty size; read -r line; echo "got $line"; cat; exit 5'`;
    await writeFile(join(directory, 'in.terminal'), terminalScript(directory, '/', words, size));
    const child = spawn('sh', ['-c', `terminal=python3\n${enterTerminal(directory)}`]);
    let output = '';
    child.stdout.on('data', (piece: Buffer) => (output += piece.toString()));
    child.stdin.end('é\n');
    const [code] = await once(child, 'close');

    expect([output, code]).toEqual([expect.stringMatching(/24 80\r\n(?:é\r\n)?got é\r\n/), 5]);
    await rm(directory, { recursive: true });
  });

  it('is the shell of the user, with colours and UTF-8, until it exits', async () => {
    const terminal = await Terminal.open({ env: { SHELL: '/bin/bash', LC_ALL: '' } });
    await terminal.type('echo "$TERM/$(tty | cut -c 1-8)/$LINES"; stty size; echo é; exit 7\r');

    expect(await terminal.ended()).toBe(7);
    const { stdout, stderr, command } = await terminal.output();
    expect(stdout).toMatch(/xterm-256color\/\/dev\/pts\/24\r\n24 80\r\né\r\n/);
    expect([stderr, command.tty, command.stdin, command.command]).toEqual(['', size, true, USER_SHELL]);
  });

  it('tells its programs a new size', async () => {
    const terminal = await Terminal.open({
      command: `trap 'changed=1' WINCH; echo ready; while :; do sleep 0.05; [ -z "$changed" ] || stty size; done`,
    });
    await terminal.shows('ready');

    await resizeTerminal(agent, terminal.id, await terminal.found(), { rows: 40, columns: 132 });

    await terminal.shows('40 132');
    await signalCommand(agent, terminal.id, 'TERM');
    await terminal.ended();
    await expect(resizeTerminal(agent, terminal.id, await terminal.found(), size)).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('interrupts the program in the foreground with Ctrl-C, suspends it with Ctrl-Z, and ends with Ctrl-D', async () => {
    const terminal = await Terminal.open({ env: { SHELL: '/bin/bash', PS1: 'ready> ' } });
    await terminal.type('sleep 300\r');
    await terminal.shows(/sleep 300\r\n/);
    await wait(300);
    await terminal.type('\u0003');
    await terminal.shows('^C');
    await terminal.type('sleep 301\r');
    await terminal.shows(/sleep 301\r\n/);
    await wait(300);
    await terminal.type('\u001a');
    await terminal.shows('Stopped');
    await terminal.type('kill %1; wait; echo "gone"\r');
    await terminal.shows(/\ngone/);
    await terminal.type('\u0004');

    await terminal.ended();
  });

  it('passes an interrupt of the interface to the program in the foreground', async () => {
    const terminal = await Terminal.open({ env: { SHELL: '/bin/bash', PS1: 'ready> ' } });
    await terminal.type(
      `sh -c 'trap "echo got it; exit 4" INT; echo waits; while :; do sleep 0.05; done'; echo "$?"\r`,
    );
    await terminal.shows(/waits\r\n/);

    await signalCommand(agent, terminal.id, 'INT');

    await terminal.shows(/got it\r\n4\r\n/);
    await signalCommand(agent, terminal.id, 'TERM');
    await terminal.ended();
  });

  it('keeps the end of a flood, which its reader reaches soon', async () => {
    const terminal = await Terminal.open({ command: 'yes | head -n 1000000; echo "after the flood"' });
    await terminal.ended();

    const pages = [await terminal.output()];
    while (pages.at(-1)?.stdout !== '') pages.push(await terminal.output(pages.at(-1)?.offset));

    expect(pages[0]?.command.stdout_bytes).toBeGreaterThan(2 * 1024 * 1024);
    const kept = pages.map(({ stdout }) => stdout).join('');
    expect([kept.slice(-17), kept.length <= 2 * 1024 * 1024]).toEqual(['after the flood\r\n', true]);
    expect(pages.length).toBeLessThanOrEqual(4);
  });

  it('says where the next input belongs, also after that of others', async () => {
    const terminal = await Terminal.open({ command: ['cat'] });

    expect(await terminal.type('')).toBe(0);
    expect(await terminal.type('one\r', 0)).toBe(4);
    await terminal.shows('one\r\none');
    expect(await terminal.type('two\r')).toBe(8);
    await terminal.shows('two\r\ntwo');
    expect(await terminal.type('one\r', 0)).toBe(8);
    expect(await listedCommands(agent)).toContainEqual(
      expect.objectContaining({ id: terminal.id, status: 'RUNNING', tty: size, timeout: 86_400 }),
    );
    await signalCommand(agent, terminal.id, 'KILL');
  });

  it('is refused for a command without one', async () => {
    const plain = await Terminal.open({ command: ['cat'], stdin: true, tty: undefined });

    await expect(resizeTerminal(agent, plain.id, await plain.found(), size)).rejects.toThrow('has no terminal');
    await signalCommand(agent, plain.id, 'KILL');
  });
});
