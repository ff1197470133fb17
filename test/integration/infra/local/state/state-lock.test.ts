import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { reset } from '../../../../../infra/local/reset.ts';
import { holderOf, StateLock } from '../../../../../infra/local/state/state-lock.ts';

let folder: string;
const servers: Server[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-'));
});
afterEach(async () => {
  for (const server of servers.splice(0)) server.close();
  await rm(folder, { recursive: true, force: true });
});

async function anEndpoint(pid: number): Promise<string> {
  const server = createServer((_request, response) => response.end(JSON.stringify({ pid })));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('the lock of a state directory', () => {
  it('admits one of several starts', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => StateLock.acquire(folder)));

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await readdir(folder)).toEqual(['lock']);
  });

  it('admits one of several starts that find the lock of a killed service', async () => {
    for (let round = 0; round < 20; round += 1) {
      const killed = { pid: process.pid, token: 'killed', endpoint: 'http://127.0.0.1:9' };
      await writeFile(join(folder, 'lock'), JSON.stringify(killed));

      const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => StateLock.acquire(folder)));

      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      await rm(join(folder, 'lock'));
    }
  });

  it('admits one start where a start was killed as it followed a killed service', async () => {
    const killed = { pid: process.pid, token: 'killed', endpoint: 'http://127.0.0.1:9' };
    await writeFile(join(folder, 'lock'), JSON.stringify(killed));
    await writeFile(join(folder, 'lock.killed'), JSON.stringify({ ...killed, token: 'killed-too' }));

    const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => StateLock.acquire(folder)));

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await readdir(folder)).toEqual(['lock']);
  });

  it('names the process that holds it', async () => {
    await StateLock.acquire(folder);

    await expect(StateLock.acquire(folder)).rejects.toThrow(
      `A service already runs in ${folder} (process ${process.pid}). Stop it first, or choose another PORT or --state.`,
    );
  });

  it('is free after its release', async () => {
    const lock = await StateLock.acquire(folder);
    await lock.release();

    await StateLock.acquire(folder);
  });

  it('is free after its process was killed, even when another process has its number', async () => {
    const first = await StateLock.acquire(folder);
    await first.announce('http://127.0.0.1:9');
    expect(await holderOf(folder)).toBeUndefined();

    const second = await StateLock.acquire(folder);
    await first.release();

    await second.announce(await anEndpoint(process.pid));
    expect(await holderOf(folder)).toBe(process.pid);
  });

  it('ignores an endpoint of another process', async () => {
    const lock = await StateLock.acquire(folder);
    await lock.announce(await anEndpoint(1));

    expect(await holderOf(folder)).toBeUndefined();
  });

  it('is taken over when its file is incomplete', async () => {
    await writeFile(join(folder, 'lock'), '{"pid":');

    await StateLock.acquire(folder);
  });
});

describe('a reset of state directories', () => {
  it('deletes them', async () => {
    await mkdir(join(folder, '3000', 'dynamodb'), { recursive: true });
    await mkdir(join(folder, '4000', 'workspaces', 'ann', 'sbx'), { recursive: true });

    await reset([join(folder, '3000'), join(folder, '4000')]);

    expect(await readdir(folder)).toEqual([]);
  });

  it('deletes nothing while a service runs in one of them', async () => {
    const running = join(folder, '4000');
    await mkdir(join(folder, '3000', 'dynamodb'), { recursive: true });
    const lock = await StateLock.acquire(running);
    await lock.announce(await anEndpoint(process.pid));

    await expect(reset([join(folder, '3000'), running])).rejects.toThrow(`(process ${process.pid})`);

    expect(await readdir(join(folder, '3000'))).toEqual(['dynamodb']);
  });
});
