import { createHash } from 'node:crypto';
import * as z from 'zod';
import { type EbsClient, GetSnapshotBlockCommand, ListSnapshotBlocksCommand } from '../../platform/aws/ebs-client.ts';
import { RefusedError } from '../../platform/aws/signed-requests.ts';
import { AppError } from '../../platform/errors.ts';
import type { BlockSource } from '../../platform/ext4/block-source.ts';
import { corrupt, Ext4Error } from '../../platform/ext4/ext4-error.ts';
import { SavedGoneError } from './saved-volumes.ts';

/** Every block of EBS. */
const BLOCK_BYTES = 512 * 1024;

/** The blocks whose tokens are listed at once: a gibibyte, the unit of a volume's size. */
const WINDOW = 2048;

/** Reads at the same time. EBS allows 1,000 a second for each snapshot. */
const PARALLEL = 8;

/** Blocks in memory: 24 MiB. */
const CACHED = 48;

/** The most blocks of one request, which costs 0.003 USD: half a gibibyte. */
const MAX_BLOCKS = 1024;

/** The content of a block; undefined if only the snapshot itself has it. */
type OtherBlocks = (index: number) => Promise<Buffer | undefined>;

/** One snapshot during one request. */
export class EbsSnapshot implements BlockSource {
  readonly #ebs: EbsClient;
  readonly #snapshotId: string;
  readonly #signal: AbortSignal;
  /** The tokens of the written blocks, by window and block. */
  readonly #windows = new Map<number, Promise<ReadonlyMap<number, string>>>();
  /** The blocks that were used last, from the oldest on. */
  readonly #blocks = new Map<number, Promise<Buffer>>();
  readonly #other: OtherBlocks | undefined;
  #fetched = 0;
  /** The size of the volume in GiB, once a list has said it. */
  #gibibytes = Number.POSITIVE_INFINITY;

  /** @param other blocks that are known from elsewhere */
  constructor(ebs: EbsClient, snapshotId: string, signal: AbortSignal, other?: OtherBlocks) {
    this.#ebs = ebs;
    this.#snapshotId = snapshotId;
    this.#signal = signal;
    this.#other = other;
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    const bytes = Buffer.alloc(length);
    const first = Math.floor(offset / BLOCK_BYTES);
    const end = Math.ceil((offset + length) / BLOCK_BYTES);
    for (let start = first; start < end; start += PARALLEL) {
      const indexes = Array.from({ length: Math.min(PARALLEL, end - start) }, (_, index) => start + index);
      const blocks = await Promise.all(indexes.map((index) => this.block(index)));
      for (const [position, block] of blocks.entries()) {
        const from = (start + position) * BLOCK_BYTES - offset;
        block.copy(bytes, Math.max(0, from), Math.max(0, -from));
      }
    }
    return bytes;
  }

  /** A whole block. */
  block(index: number): Promise<Buffer> {
    const known = this.#blocks.get(index);
    const block = known ?? this.#fetch(index);
    this.#blocks.delete(index);
    this.#blocks.set(index, block);
    const [oldest] = this.#blocks.keys();
    if (this.#blocks.size > CACHED && oldest !== undefined) this.#blocks.delete(oldest);
    return block;
  }

  /** A block that was never written has no token, and reads as zeros. */
  async #fetch(index: number): Promise<Buffer> {
    const shared = await this.#other?.(index);
    if (shared !== undefined) return shared;
    const token = (await this.#tokens(Math.floor(index / WINDOW))).get(index);
    if (token === undefined) return ZEROS;
    this.#fetched += 1;
    if (this.#fetched > MAX_BLOCKS) {
      throw new Ext4Error('too_large', `More than ${MAX_BLOCKS} blocks of the snapshot would have to be read.`);
    }
    const command = new GetSnapshotBlockCommand({ snapshotId: this.#snapshotId, index, token });
    const { body, header } = await asked(this.#ebs.send(command, this.#signal), this.#signal);
    const sum = createHash('sha256').update(body).digest('base64');
    if (sum !== header('x-amz-checksum') || body.length !== BLOCK_BYTES) {
      throw new AppError('bad_gateway', 'A block of the saved workspace arrived damaged. Try again.');
    }
    return body;
  }

  async #tokens(window: number): Promise<ReadonlyMap<number, string>> {
    // A damaged file system can claim to be larger than its disk, where EBS lists nothing.
    if (window >= this.#gibibytes) throw corrupt('it leads beyond the end of the disk');
    const tokens = this.#windows.get(window) ?? this.#list(window);
    this.#windows.set(window, tokens);
    return tokens;
  }

  async #list(window: number): Promise<ReadonlyMap<number, string>> {
    const tokens = new Map<number, string>();
    const from = window * WINDOW;
    let pageToken: string | undefined;
    let last = -1;
    do {
      const input = { snapshotId: this.#snapshotId, from, most: WINDOW, pageToken };
      const { body } = await asked(this.#ebs.send(new ListSnapshotBlocksCommand(input), this.#signal), this.#signal);
      const { Blocks, NextToken, VolumeSize } = Page.parse(JSON.parse(body.toString('utf8')));
      this.#gibibytes = VolumeSize;
      for (const { BlockIndex, BlockToken } of Blocks) tokens.set(BlockIndex, BlockToken);
      last = Blocks.at(-1)?.BlockIndex ?? last;
      pageToken = NextToken ?? undefined;
    } while (pageToken !== undefined && last < from + WINDOW - 1);
    return tokens;
  }
}

/** The answer of EBS. @throws AppError for what callers can do something about */
export async function asked<T>(call: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw signal.aborted ? timedOut(error) : failureOf(error);
  }
}

const Page = z.object({
  Blocks: z.array(z.object({ BlockIndex: z.int(), BlockToken: z.string() })),
  NextToken: z.string().nullish(),
  VolumeSize: z.int(),
});

const ZEROS = Buffer.alloc(BLOCK_BYTES);

function timedOut(cause: unknown): AppError {
  return new AppError('gateway_timeout', 'The saved workspace could not be read in time. Request less.', { cause });
}

function failureOf(cause: unknown): unknown {
  if (!(cause instanceof RefusedError)) return cause;
  if (cause.name === 'RequestThrottledException') {
    const message = 'EBS refuses more requests for saved workspaces now. Try again.';
    return new AppError('unavailable', message, { cause, extensions: { retry_after_seconds: 2 } });
  }
  if (cause.name === 'ResourceNotFoundException') {
    return new SavedGoneError(cause);
  }
  return cause;
}
