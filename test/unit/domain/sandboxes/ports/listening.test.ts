import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ListeningApps } from '../../../../../shared/domain/sandboxes/ports/find-listening.ts';
import { listeningApps, listeningScript } from '../../../../../shared/domain/sandboxes/ports/listening-script.ts';
import { SettableClock } from '../../../../support/platform/settable-clock.ts';
import { aRunningSandbox, aSandbox } from '../../../../support/sandboxes/sandbox-data.ts';

const V6 = '00000000000000000000000000000000';
const lines = [
  'agent 7',
  'listen 1 00000000:1F40',
  'owner 1 7 python3.13',
  'listen 2 00000000:0BB8',
  'owner 2 20 node',
  'listen 3 0100007F:0BB9',
  'owner 3 21 python3.13',
  `listen 4 ${V6}:0BB9`,
  'listen 5 00000000000000000000000001000000:0BBA',
  'owner 5 22 ',
  'listen 6 00000000:0050',
  'owner 6 23 nginx',
  'listen 7 00000000:1F49',
  'owner 7 24 node',
  'complete',
];

describe('what listens in a sandbox', () => {
  it('leaves out the agent server, ports of the spec, and ports that cannot be opened', () => {
    expect(listeningApps(lines, [8009])).toEqual([
      { port: 3000, process: 'node', loopback_only: false },
      { port: 3001, process: 'python3.13', loopback_only: true },
      { port: 3002, process: null, loopback_only: true },
    ]);
  });

  it('has sockets of unknown programs where the network is that of the sandbox alone', () => {
    const apps = listeningApps([...lines, 'container', 'listen 8 00000000:1388'], [8009]);

    expect(apps).toContainEqual({ port: 5000, process: null, loopback_only: false });
    expect(apps).toContainEqual({ port: 3001, process: 'python3.13', loopback_only: false });
  });

  it('ignores lines that only look alike, and is unknown without an end', () => {
    const odd = ['listen 9 00000000:FFFFF', 'owner 9 9 node', 'listen x 00000000:1388', 'owner 2 20 \u001b[2J'];

    expect(listeningApps([...odd, ...lines], [8009])).toHaveLength(3);
    expect(listeningApps(lines.slice(0, -1), [8009])).toBeUndefined();
    expect(listeningApps([''], [])).toBeUndefined();
  });

  it.skipIf(process.platform !== 'linux')(
    'is found with its program, but not the process that asks (needs /proc)',
    async () => {
      const app =
        "require('node:net').createServer().listen(0, '127.0.0.1', function () { console.log(this.address().port) })";
      const child = spawn(process.execPath, ['-e', app], { stdio: ['ignore', 'pipe', 'inherit'] });
      onTestFinished(() => void child.kill('SIGKILL'));
      const [port] = await once(child.stdout, 'data');
      const own = createServer().listen(0, '127.0.0.1');
      onTestFinished(() => void own.close());
      await once(own, 'listening');

      const printed = await text(spawn('sh', ['-c', listeningScript], { stdio: ['ignore', 'pipe', 'inherit'] }).stdout);

      const { port: asking } = own.address() as AddressInfo;
      // Without those of other programs of this machine, which can be more than a response has.
      const ports = [Number(port), asking].map((one) => `:${one.toString(16).toUpperCase().padStart(4, '0')}`);
      const ofTest = printed
        .split('\n')
        .filter((line) => !line.startsWith('listen') || ports.some((one) => line.endsWith(one)));
      expect(listeningApps(ofTest, [])).toEqual([
        { port: Number(port), process: process.execPath.split('/').at(-1), loopback_only: true },
      ]);
    },
  );
});

describe('a question what listens', () => {
  /** An agent server that answers the script. */
  async function anAgent(answer: () => object) {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(String(request.url));
      response.end(JSON.stringify(answer()));
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  }

  const clock = new SettableClock('2026-11-21T13:00:00.000Z');
  const apps = () => new ListeningApps({ keys: { sessionKey: async () => 'key' }, now: clock.now });
  const at = (url: string) => aRunningSandbox({ exposed_urls: [{ name: 'AGENT_SERVER', url, port: 8000 }] });

  it('reaches the agent once for all who ask within three seconds', async () => {
    const agent = await anAgent(() => ({ exit_code: 0, stdout: lines.join('\n') }));
    const [finder, sandbox] = [apps(), at(agent.url)];

    const answers = await Promise.all([finder.in(sandbox), finder.in(sandbox)]);
    clock.advance(2);
    await finder.in(sandbox);
    expect(agent.asked).toEqual(['/api/bash/execute_bash_command']);
    clock.advance(2);
    await finder.in(sandbox);

    expect(answers.map((one) => one?.length)).toEqual([4, 4]);
    expect(agent.asked).toHaveLength(2);
  });

  it('has no answer from an agent that fails, nor of a paused sandbox, which is not asked', async () => {
    const agent = await anAgent(() => ({ stdout: 7 }));

    expect(await apps().in(at(agent.url))).toBeNull();
    expect(await apps().in(at('http://127.0.0.1:1'))).toBeNull();
    expect(await apps().in(aSandbox({ desired: 'PAUSED' }))).toBeNull();
    expect(agent.asked).toHaveLength(1);
  });
});
