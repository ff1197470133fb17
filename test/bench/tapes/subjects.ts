import { needsOf } from '../../../infra/api/open-api.ts';
import type { Endpoint } from '../../../shared/contract/endpoint/endpoint.ts';
import { codedEndpoints } from '../../../shared/contract/index.ts';
import { type Worker, workers } from '../../../shared/contract/workers.ts';
import { type Tape, tapeFrom } from '../../../shared/platform/rehearsal/tape.ts';
import { readTape } from '../../tapes/tape-files.ts';
import { environmentOf } from './environment.ts';
import { variantOf } from './variant.ts';

/** What runs before each endpoint that needs an API key. */
export const AUTHORIZER = 'authorize';

export interface Subject {
  readonly id: string;
  readonly area: string;
  readonly kind: 'endpoint' | 'worker';
  readonly memoryMegabytes: number;
  /** Of a call that the authorizer comes before. */
  readonly isAuthorized: boolean;
  readonly endpoint: Endpoint | undefined;
  /** The same request with other ids: not those of the tape that INIT plays. */
  readonly tapes: readonly Tape[];
}

const VARIANTS = 4;

const variables: Readonly<Record<string, string>> = environmentOf('', { endpoint: '', home: '', folder: '' });

/** Every function, with a tape of each. @throws for one without a tape, and for an unknown id in `only` */
export async function subjectsOf(only: readonly string[] = []): Promise<readonly Subject[]> {
  const endpoints = (codedEndpoints as readonly Endpoint[]).map((endpoint) => ({
    id: endpoint.id,
    area: endpoint.area,
    kind: 'endpoint' as const,
    memoryMegabytes: needsOf(endpoint).memoryMegabytes,
    isAuthorized: endpoint.access === 'key',
    endpoint,
  }));
  const background = (workers as readonly Worker[]).map(({ id, area, memoryMegabytes }) => ({
    id,
    area,
    kind: 'worker' as const,
    memoryMegabytes,
    isAuthorized: false,
    endpoint: undefined,
  }));
  const all = [...endpoints, ...background];
  const unknown = only.find((id) => !all.some((one) => one.id === id));
  if (unknown !== undefined) throw new Error(`--only: there is no function '${unknown}'`);
  const wanted = only.length === 0 ? all : all.filter(({ id }) => only.includes(id) || id === AUTHORIZER);
  return Promise.all(
    wanted.map(async (one) => {
      const tape = tapeFrom(JSON.stringify(await readTape(one.id)), (name) => variables[name]);
      return { ...one, tapes: Array.from({ length: VARIANTS }, (_, number) => variantOf(one.id, tape, number + 1)) };
    }),
  );
}
