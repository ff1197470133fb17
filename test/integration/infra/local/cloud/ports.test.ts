import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type HeldPorts, holdPorts } from '../../../../../infra/local/cloud/ports.ts';
import { LoopbackPort } from '../../../../../infra/local/sockets/loopback-port.ts';
import { UserError } from '../../../../../infra/local/terminal/user-error.ts';
import { folderOfTest } from '../../../../support/temporary-folder.ts';

const path = folderOfTest();

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));
const addresses = hasIpv6 ? ['127.0.0.1', '::1'] : ['127.0.0.1'];

/** A port that is free at both addresses, as are the three after it. */
async function aFreePort(): Promise<number> {
  for (;;) {
    const held = await Promise.allSettled([LoopbackPort.hold(0)]);
    const port = held[0]?.status === 'fulfilled' ? held[0].value.port : 0;
    const next = await Promise.allSettled([1, 2, 3].map((step) => LoopbackPort.hold(port + step)));
    const all = [...held, ...next].flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    await Promise.all(all.map((one) => one.release()));
    if (all.length === 4) return port;
  }
}

/** What a sandbox does that waits for the keys of a browser. */
async function squat(port: number, address: string): Promise<Server> {
  const server = createServer().listen(port, address);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return server;
}

/** Holds the ports of a service until the end of the test. @returns them, and what ends the service */
async function start(
  port: number,
  chosen: { readonly edge?: number; readonly console?: number; readonly oidc?: number } = {},
) {
  const held: LoopbackPort[] = [];
  const end = async () => void (await Promise.all(held.splice(0).map((one) => one.release())));
  onTestFinished(end);
  const wanted = {
    port,
    edge: { direct: false, edgePort: chosen.edge, sandboxPaths: true, sandboxDomain: undefined },
    console: { port: chosen.console },
    oidc: { port: chosen.oidc },
    stateDirectory: path('.'),
  };
  const ports = await holdPorts(wanted, (one) => held.push(one)).catch(async (error: unknown) => {
    await end();
    throw error;
  });
  return { end, ports, numbers: numbersOf(ports) };
}

function numbersOf({ api, edge, console, oidc }: HeldPorts): readonly (number | undefined)[] {
  return [api.port, edge?.port, console?.port, oidc?.port];
}

describe('the ports of a local service', () => {
  it('follow each other on the first start, and belong to it at both loopback addresses', async () => {
    const port = await aFreePort();

    const { numbers } = await start(port);

    expect(numbers).toEqual([port, port + 1, port + 2, port + 3]);
    for (const address of addresses) {
      for (const taken of numbers) await expect(squat(Number(taken), address)).rejects.toThrow('EADDRINUSE');
    }
  });

  it.each(addresses)('are refused when one is taken at %s, with what to do', async (address) => {
    const port = await aFreePort();
    await squat(port, address);
    await squat(port + 1, address);

    const refused = [
      [() => start(port), `Port ${port}`, `PORT=${port + 1} npm start`],
      [() => start(port + 2, { edge: port + 1 }), `Port ${port + 1} of the edge`, 'npm start -- --edge-port'],
      [() => start(port + 2, { console: port + 1 }), `Port ${port + 1} of the console`, 'npm start -- --console-port'],
      [
        () => start(port + 2, { oidc: port + 1 }),
        `Port ${port + 1} of the identity provider`,
        'npm start -- --oidc-port',
      ],
    ] as const;

    for (const [begin, subject, command] of refused) {
      const error = await begin().catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(UserError);
      expect(String(error)).toContain(
        `${subject} is in use at ${address}. Stop the program that uses it, or choose another port: ${command}`,
      );
    }
  });

  it('are any free ones on the first start, and stay the same', async () => {
    const port = await aFreePort();
    const squatter = await squat(port + 1, addresses.at(-1) ?? '');
    const first = await start(port);
    expect(first.numbers[1]).not.toBe(port + 1);
    await first.end();
    squatter.close();

    expect((await start(port)).numbers).toEqual(first.numbers);
  });

  it('never move from one that people know to another', async () => {
    const port = await aFreePort();
    const first = await start(port);
    await first.end();
    await squat(port + 2, addresses.at(-1) ?? '');

    await expect(start(port)).rejects.toThrow(`Port ${port + 2} of the console is in use`);
  });
});

describe('a held port', () => {
  it('closes connections before and after its server, and serves both addresses in between', async () => {
    const held = await LoopbackPort.hold(0);
    onTestFinished(() => held.release());
    const ask = (address: string) =>
      fetch(`http://${address === '::1' ? '[::1]' : address}:${held.port}/`).then((response) => response.text());
    for (const address of addresses) await expect(ask(address)).rejects.toThrow('fetch failed');
    const server = createHttpServer((_, response) => response.setHeader('connection', 'close').end('served'));

    held.serve(server);
    for (const address of addresses) expect(await ask(address)).toBe('served');
    await held.drain(0);

    for (const address of addresses) await expect(ask(address)).rejects.toThrow('fetch failed');
  });

  it('waits for open connections, and cuts them off after the grace period', async () => {
    const held = await LoopbackPort.hold(0);
    onTestFinished(() => held.release());
    held.serve(createServer((socket) => void socket.on('error', () => undefined).resume()));
    const open = connect(held.port, '127.0.0.1').on('error', () => undefined);
    await once(open, 'connect');
    await expect.poll(() => open.readyState).toBe('open');

    const closed = once(open, 'close');
    await held.drain(50);

    await closed;
  });
});
