/**
 * `npm run tapes [-- --fresh]`: lives a day on a recorded local service, and keeps of each function one typical
 * invocation in `infra/bundling/tapes`. A tape whose calls and shapes are as they were stays as it is; with `--fresh`
 * every tape is written anew.
 */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createLog } from '../../infra/local/terminal/log.ts';
import { codedEndpoints } from '../../shared/contract/index.ts';
import { workers } from '../../shared/contract/workers.ts';
import { typical } from './choose.ts';
import { live } from './day.ts';
import { mended } from './mend.ts';
import { startRecordedService } from './recorded-service.ts';
import type { Take } from './take.ts';
import { lendTapes, removeOthers, writeTape } from './tape-files.ts';
import { tapeOf } from './tape-of.ts';

const ids: readonly string[] = [...codedEndpoints, ...workers].map(({ id }) => id);

/** @throws Error when the day was not lived to its end */
async function record(folder: string): Promise<ReadonlyMap<string, readonly Take[]>> {
  const takes = new Map<string, Take[]>();
  const keep = (id: string, take: Take) => takes.set(id, [...(takes.get(id) ?? []), mended(id, take)]);
  const service = await startRecordedService(folder, keep, createLog(createWriteStream(join(folder, 'log'))));
  try {
    await live((part) => console.error(`The day: ${part}.`));
  } finally {
    await service.stop();
  }
  return takes;
}

async function main(fresh: boolean): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tapes-'));
  const takes = await record(folder).catch((error: unknown) => {
    throw new Error(`The day was not lived to its end; the log of the service is ${folder}/log`, { cause: error });
  });
  const missing: string[] = [];
  let written = 0;
  for (const id of ids) {
    const take = typical(id, takes.get(id) ?? []);
    if (!take) missing.push(`${id}: none of ${takes.get(id)?.length ?? 0} takes succeeded`);
    else if (await writeTape(id, tapeOf(take, folder), fresh)) written += 1;
  }
  await removeOthers(ids);
  console.error(`${ids.length - missing.length} of ${ids.length} functions have a tape; ${written} were written.`);
  if (missing.length > 0)
    throw new Error(`These functions have no tape; visit them in test/tapes/day.ts:\n${missing.join('\n')}`);
  await rm(folder, { recursive: true });
}

const { values } = parseArgs({ options: { fresh: { type: 'boolean', default: false } } });
const takeBack = await lendTapes(ids);
try {
  await main(values.fresh);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  if (error instanceof Error && error.cause !== undefined) console.error(error.cause);
  process.exitCode = 1;
} finally {
  await takeBack();
}
