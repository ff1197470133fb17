import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startMeasuring } from '../../../../../shared/domain/sandboxes/agent/measure.ts';
import { folderOfTest } from '../../../../support/temporary-folder.ts';

const path = folderOfTest();

/** The command that an agent server would run. */
async function measuringCommand(): Promise<string> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(body);
      response.end('{}');
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  await startMeasuring(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'key', 1);
  return JSON.parse(bodies[0] ?? '{}').command;
}

/** Runs the command as a child of a process that stands for the agent server. */
async function anAgent(stdout: number | 'pipe') {
  const script = 'sh -c "$0"; echo done >&2; exec sleep 300';
  const agent = spawn('sh', ['-c', script, await measuringCommand()], { stdio: ['ignore', stdout, 'pipe'] });
  onTestFinished(() => void agent.kill('SIGKILL'));
  await once(agent.stderr ?? agent, 'data');
  return agent;
}

/** Whether a loop measures this process. */
async function isMeasured(pid: number | undefined): Promise<boolean> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(pids.map((one) => readFile(`/proc/${one}/cmdline`, 'utf8').catch(() => '')));
  return lines.some((line) => line.includes(`\0acs-measure\0${pid}\0`));
}

describe.skipIf(process.platform !== 'linux')('the loop that measures an agent server (needs /proc)', () => {
  it('writes to the log of its agent server, and ends with it, even if that is killed', async () => {
    const agent = await anAgent(openSync(path('log'), 'a'));
    await expect.poll(() => readFile(path('log'), 'utf8'), { timeout: 20_000 }).toMatch(/^acs\.measure cpu_us=\d+ /);
    expect(await isMeasured(agent.pid)).toBe(true);

    agent.kill('SIGKILL');

    await expect.poll(() => isMeasured(agent.pid), { timeout: 20_000 }).toBe(false);
  });

  it('does not begin where the agent server has no log, as with the first process of a machine instead', async () => {
    const agent = await anAgent('pipe');

    expect([await isMeasured(agent.pid), await isMeasured(1)]).toEqual([false, false]);
  });
});
