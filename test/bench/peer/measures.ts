import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../support/free-port.ts';
import { type CpuTimes, lookAt, ownMilliseconds, used } from '../local/processes.ts';
import { type Call, Clients } from '../local/requests.ts';
import { makeHome, ROWS, restingHome } from '../local/scene.ts';
import { startService } from '../local/service.ts';
import type { Options } from './options.ts';
import { pathOf, startPeer } from './peer.ts';
import { endpoints, type RowName, rowNames } from './rows.ts';

/** One operation of one side, in one run. */
export interface Measured {
  /** CPU milliseconds of a request: of ours, authorizer and endpoint. */
  readonly cpu: number;
  /** Of ours, what stands for API Gateway and the other services of AWS, and for DynamoDB. */
  readonly local?: Pick<CpuTimes, 'gateway' | 'database'>;
  readonly milliseconds: readonly number[];
}

export type Side = Readonly<Record<RowName, Measured>>;

const WARM_UP = 0.3;

export async function measureOurs(root: string, options: Options): Promise<Side> {
  const stateDirectory = await mkdtemp(join(tmpdir(), 'bench-peer-'));
  const service = await startService({ root, port: await freePort(), stateDirectory });
  const clients = new Clients(service.baseUrl, options.clients);
  try {
    const home = await makeHome(service, 'reader', ROWS, clients);
    await restingHome(home, clients);
    const { headers, conversationId } = home;
    const call = (row: RowName): Call => ({ method: 'GET', path: pathOf(row, conversationId), headers });
    return await eachRow(async (row) => {
      await clients.load(() => call(row), Math.ceil(options.requests * WARM_UP), options.clients);
      const before = lookAt(service.pid, endpoints);
      const { milliseconds } = await clients.load(() => call(row), options.requests, options.clients);
      const times = used(before, lookAt(service.pid, endpoints));
      const { gateway, database, authorizer, endpoint } = times;
      const each = (value: number): number => value / options.requests;
      return {
        cpu: each(authorizer + endpoint),
        local: { gateway: each(gateway), database: each(database) },
        milliseconds,
      };
    });
  } finally {
    clients.close();
    await service.stop();
    await rm(stateDirectory, { recursive: true, force: true });
  }
}

export async function measurePeer(python: string, isMended: boolean, options: Options): Promise<Side> {
  const peer = await startPeer(python, isMended, options.clients);
  try {
    return await eachRow(async (row) => {
      await peer.clients.load(() => peer.call(row), Math.ceil(options.requests * WARM_UP), options.clients);
      const before = ownMilliseconds(peer.pid);
      const { milliseconds } = await peer.clients.load(() => peer.call(row), options.requests, options.clients);
      return { cpu: (ownMilliseconds(peer.pid) - before) / options.requests, milliseconds };
    });
  } finally {
    await peer.stop();
  }
}

async function eachRow(measure: (row: RowName) => Promise<Measured>): Promise<Side> {
  const side = {} as Record<RowName, Measured>;
  for (const row of rowNames) side[row] = await measure(row);
  return side;
}
