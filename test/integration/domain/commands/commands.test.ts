import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { outputNow } from '../../../../shared/domain/commands/command-output.ts';
import { offsetsIn } from '../../../../shared/domain/commands/follow-command.ts';
import { listedCommands } from '../../../../shared/domain/commands/list-commands.ts';
import type { CommandRequest } from '../../../../shared/domain/commands/start-command.ts';
import { findCommand, sendInput, signalCommand } from '../../../../shared/domain/commands/steer-command.ts';
import type { SandboxAgent } from '../../../../shared/domain/sandboxes/agent/sandbox-agent.ts';
import { newId } from '../../../../shared/platform/ids.ts';
import { aSandbox } from '../../../support/sandboxes/sandbox-data.ts';
import { AgentProcess, endShared, sessionKey } from '../../infra/agent/agent-process.ts';
import { eventsOf, outputIn, startIn } from './command-scene.ts';

const agentProcess = await AgentProcess.shared();
afterAll(endShared);

const sandbox = aSandbox({ sandbox_id: newId(new Date()), working_dir: '/workspace/project' });
const agent: SandboxAgent = { sandbox, url: agentProcess.baseUrl, sessionKey };

const start = (request: Partial<CommandRequest>, key?: string) => startIn(agent, request, key);

const run = async (request: Partial<CommandRequest>) => {
  const events = await eventsOf(await start(request));
  const last = events.at(-1);
  if (last?.event !== 'exit') throw new Error(`the stream ended with ${JSON.stringify(last)}`);
  return {
    ...last.data,
    stdout: outputIn(events, 'stdout').toString(),
    stderr: outputIn(events, 'stderr').toString(),
    events,
  };
};

describe.concurrent('a command', () => {
  it('streams both outputs and ends with its exit code, in its directory and with its environment', async () => {
    const { stdout, stderr, exit_code, status, duration_ms, cut, events } = await run({
      command: 'pwd; echo "$NAME"; echo wrong >&2; exit 7',
      cwd: '.',
      env: { NAME: "it's $HOME" },
    });

    expect([events[0]?.event, status, exit_code, stderr]).toEqual(['command', 'ENDED', 7, 'wrong\n']);
    expect(stdout).toMatch(/\/project\nit's \$HOME\n$/);
    expect(duration_ms).toBeGreaterThanOrEqual(0);
    expect(cut).toEqual({ stdout: 0, stderr: 0 });
  });

  it('can be a program with arguments, which no shell reads', async () => {
    const words = ['printf', '%s|', "a 'b'", '', '$HOME', '*'];

    expect(await run({ command: words })).toMatchObject({ stdout: "a 'b'||$HOME|*|", exit_code: 0 });
    expect(await run({ command: ['no-such-program'] })).toMatchObject({ exit_code: 127 });
  });

  it('splits no character between two events, and sends what is not UTF-8 in Base64', async () => {
    const { events, stdout } = await run({
      command: `printf '\\303'; sleep 0.4; printf '\\251'; sleep 0.4; printf '\\377\\000'`,
    });

    const pieces = events.flatMap(({ event, data }) => (event === 'stdout' ? [data] : []));
    expect(pieces).toEqual([{ text: 'é' }, { base64: Buffer.from([0xff, 0]).toString('base64') }]);
    expect(stdout).toContain('é');
  });

  it('ends with all its processes at its time limit', async () => {
    const begun = Date.now();
    const left = `${agentProcess.workspace}/left`;
    const { exit_code, end_reason } = await run({
      command: `(sleep 3; touch ${left}) & trap '' INT; sleep 60`,
      timeout: 1,
    });

    expect([exit_code, end_reason]).toEqual([143, 'timeout']);
    expect(Date.now() - begun).toBeLessThan(30_000);
    await wait(Math.max(0, 3_500 - (Date.now() - begun)));
    expect(existsSync(left)).toBe(false);
  });

  it('ends although a process that it left holds its output', async () => {
    expect(await run({ command: 'sleep 20 & echo started' })).toMatchObject({ stdout: 'started\n', exit_code: 0 });
  });

  it('is not held up by more output than is kept, and its end says how much there was', async () => {
    const command = await start({ command: 'head -c 30000000 /dev/zero', background: true });
    const events = await eventsOf(command);
    const read = outputIn(events, 'stdout').length;
    const cut = events.reduce((sum, { event, data }) => sum + (event === 'cut' ? data.bytes : 0), 0);

    expect(read + cut).toBe(30_000_000);
    expect(events.at(-1)?.data).toMatchObject({ stdout_bytes: 30_000_000, cut: { stdout: cut, stderr: 0 } });
    const later = await eventsOf(command);
    expect(outputIn(later, 'stdout').length).toBeLessThanOrEqual(16 * 1024 * 1024);
    expect(outputIn(later, 'stdout').length).toBeGreaterThan(12 * 1024 * 1024);
  });

  it('starts once for one Idempotency-Key, however often and at the same time it is sent', async () => {
    const file = `${agentProcess.workspace}/once`;
    const request = { command: `echo x >>${file}; cat ${file}` };
    const key = newId(new Date());

    const all = await Promise.all([start(request, key), start(request, key), start(request, key)]);
    const ends = await Promise.all(all.map((one) => eventsOf(one)));

    expect(ends.map((events) => outputIn(events, 'stdout').toString())).toEqual(['x\n', 'x\n', 'x\n']);
    await expect(start({ command: 'other' }, key)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  });

  it('is refused in a directory that does not exist, and beyond its size', async () => {
    await expect(start({ cwd: 'not/there' })).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(start({ cwd: '/etc/passwd' })).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(start({ command: 'x'.repeat(70_000) })).rejects.toMatchObject({ code: 'validation_failed' });
  });
});

describe.concurrent('a command that runs', () => {
  it('reads its input in order, each part once, until it ends', async () => {
    const command = await start({ command: 'while read -r line; do echo "got $line"; done; echo end', stdin: true });
    const found = await findCommand(agent, command.id);
    const send = (text: string, offset?: number, end = false) =>
      sendInput(agent, command.id, found, { bytes: Buffer.from(text), end, offset });
    await send('two\n', 4);
    await send('one\n', 0);
    await send('one\n', 0);
    await send('three\n', 8, true);

    const events = await eventsOf(command);

    expect(outputIn(events, 'stdout').toString()).toBe('got one\ngot two\ngot three\nend\n');
    await expect(send('late\n')).rejects.toMatchObject({ code: 'conflict' });
  });

  it('takes input after all input so far', async () => {
    const command = await start({ command: ['cat'], stdin: true });
    const found = await findCommand(agent, command.id);
    for (const text of ['a', 'b', 'c']) {
      await sendInput(agent, command.id, found, { bytes: Buffer.from(text), end: text === 'c', offset: undefined });
    }

    expect(outputIn(await eventsOf(command), 'stdout').toString()).toBe('abc');
  });

  it('has an empty input unless it asks for one', async () => {
    const command = await start({ command: ['cat'] });

    expect((await eventsOf(command)).at(-1)).toMatchObject({ data: { exit_code: 0, stdout_bytes: 0 } });
    const found = await findCommand(agent, command.id);
    const sending = sendInput(agent, command.id, found, { bytes: Buffer.from('x'), end: false, offset: 0 });
    await expect(sending).rejects.toMatchObject({ code: 'conflict' });
  });

  it('is stopped with its children, also with those that ignore TERM, and listed', async () => {
    const command = await start({ command: `(trap '' TERM; exec sleep 300) & wait`, background: true });
    expect(await listedCommands(agent)).toContainEqual(expect.objectContaining({ id: command.id, status: 'RUNNING' }));

    await signalCommand(agent, command.id, 'KILL');

    expect((await eventsOf(command)).at(-1)).toMatchObject({ data: { exit_code: 137, end_reason: 'stopped' } });
    const ended = expect.objectContaining({ id: command.id, status: 'ENDED', exit_code: 137 });
    expect(await listedCommands(agent)).toContainEqual(ended);
  });

  it('decides what an interrupt does', async () => {
    const command = await start({ command: `trap 'echo bye; exit 9' INT; echo ready; while :; do sleep 0.05; done` });
    await vi.waitFor(async () => expect(await outputNow(command, 'live')).toMatchObject({ stdout: 'ready\n' }), {
      timeout: 20_000,
    });

    await signalCommand(agent, command.id, 'INT');

    expect((await eventsOf(command)).at(-1)).toMatchObject({ data: { exit_code: 9, end_reason: 'exit' } });
  });

  it('is followed again from the last id', async () => {
    const command = await start({ command: 'echo one; echo two' });
    const [, first] = await eventsOf(command);
    const id = first && 'id' in first ? first.id : '';

    const rest = await eventsOf({ ...command, from: offsetsIn(id) });

    expect(outputIn(rest, 'stdout').toString()).toBe('one\ntwo\n'.slice(offsetsIn(id).stdout));
  });
});
