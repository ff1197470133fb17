import * as z from 'zod';
import { codedEndpoints } from '../../shared/contract/index.ts';
import type { Take } from './take.ts';
import { callOfNoted } from './tape-of.ts';

/** Bytes of answers in base64: a tape is read at each cold start. */
const MOST = 150_000;

/** As many tell as much of a list as more would. */
const ENOUGH = 24_000;

const Proxied = z.object({ statusCode: z.int() });
const Batch = z.object({ batchItemFailures: z.array(z.unknown()).default([]) });

const statuses = new Map<string, number>(codedEndpoints.map(({ id, success }) => [id, success.status]));

const reads = new Set<string>(codedEndpoints.filter(({ method }) => method === 'GET').map(({ id }) => id));

const WRITE = /\.(Put|Update|Delete|TransactWrite|BatchWrite)Items?$/;

/**
 * The take that shows most of what a function does: of those that succeeded and are not large, one with the most
 * different calls, and of these one without refusals, and with enough in its answers. Behind all others stand reads
 * that write: what they make lasts, such as the counts of an owner, so that later calls only read it.
 */
export function typical(id: string, takes: readonly Take[]): Take | undefined {
  return takes
    .filter((take) => hasSucceeded(id, take))
    .toSorted((a, b) => compare(worth(id, b), worth(id, a)))
    .at(0);
}

function worth(id: string, { requests }: Take): readonly number[] {
  const isClean = requests.every(({ answer }) => answer !== undefined && answer.status < 400);
  const size = requests.reduce((sum, { answer }) => sum + (answer?.body.length ?? 0), 0);
  const kinds = new Set(requests.map(callOfNoted));
  const makesWhatLasts = reads.has(id) && [...kinds].some((kind) => WRITE.test(kind));
  return [size <= MOST ? 1 : 0, makesWhatLasts ? 0 : 1, kinds.size, isClean ? 1 : 0, size <= ENOUGH ? size : -size];
}

function compare(a: readonly number[], b: readonly number[]): number {
  const differs = a.findIndex((value, place) => value !== b[place]);
  return differs === -1 ? 0 : (a[differs] ?? 0) - (b[differs] ?? 0);
}

function hasSucceeded(id: string, { answer, event }: Take): boolean {
  // CloudFormation hears of it by another client of HTTP than that of which the recorder hears.
  if (!answer.ok || 'ResponseURL' in Object(event)) return false;
  const wanted = statuses.get(id);
  if (wanted === undefined) return Batch.safeParse(answer.value ?? {}).data?.batchItemFailures.length === 0;
  const { data } = Proxied.safeParse(answer.streamed === '' ? answer.value : headOf(answer.streamed));
  return data?.statusCode === wanted;
}

/** What stands before the body of a streamed answer, which eight zeros end. */
function headOf(streamed: string): unknown {
  const bytes = Buffer.from(streamed, 'base64');
  return JSON.parse(bytes.subarray(0, bytes.indexOf(Buffer.alloc(8))).toString('utf8'));
}
