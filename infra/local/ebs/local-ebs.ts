import { createHash } from 'node:crypto';
import type { Answer } from '../aws/answer.ts';
import { AwsError } from '../aws/aws-error.ts';
import type { SnapshotRecord } from '../ec2/records.ts';
import { TreeImage } from './tree-image.ts';

const BLOCK_BYTES = 512 * 1024;

/** EBS's bounds for a page. */
const LEAST_RESULTS = 100;
const MOST_RESULTS = 10_000;

/** Tokens of blocks last seven days. */
const TOKEN_SECONDS = 7 * 24 * 3600;

/** Images with the places of their files in memory. */
const CACHED = 4;

interface Snapshots {
  /** The record of a snapshot and its folder; undefined when it does not exist. */
  snapshot(id: string): { readonly record: SnapshotRecord; readonly folder: string } | undefined;
}

type Input = Readonly<Record<string, unknown>>;

/** The direct APIs of EBS to read snapshots, whose folders it shows as file systems. */
export class LocalEbs {
  readonly #snapshots: Snapshots;
  readonly #images = new Map<string, Promise<TreeImage>>();

  constructor(snapshots: Snapshots) {
    this.#snapshots = snapshots;
  }

  /** @throws AwsError as EBS would return it */
  async handle(operation: string, input: Input): Promise<Answer> {
    if (operation === 'ListChangedBlocks') return this.#changed(input);
    const id = String(input.SnapshotId);
    const image = await this.#image(id);
    switch (operation) {
      case 'ListSnapshotBlocks':
        return list(id, image, input);
      case 'GetSnapshotBlock':
        return block(id, image, input);
      default:
        throw new AwsError('ValidationException', `${operation} is not available locally.`);
    }
  }

  async #changed({ FirstSnapshotId, SecondSnapshotId, ...page }: Input): Promise<Answer> {
    const [first, second] = [String(FirstSnapshotId), String(SecondSnapshotId)];
    const images = [await this.#image(first), await this.#image(second)] as const;
    if (first === second || this.#lineageOf(first) !== this.#lineageOf(second)) {
      throw new AwsError('ValidationException', 'UNRELATED_SNAPSHOTS: the snapshots are not of one lineage.');
    }
    return listChanged(images, [first, second], page);
  }

  /** The volume, or the snapshot, that a snapshot comes from in the end. */
  #lineageOf(id: string): string {
    const record = this.#snapshots.snapshot(id)?.record;
    if (!record) return id;
    return record.baseId === undefined ? record.volumeId : this.#lineageOf(record.baseId);
  }

  #image(id: string): Promise<TreeImage> {
    const found = this.#snapshots.snapshot(id);
    if (!found) throw new AwsError('ResourceNotFoundException', `The snapshot '${id}' does not exist.`, 404);
    const { record, folder } = found;
    if (record.state !== 'completed') {
      throw new AwsError('ValidationException', `The snapshot '${id}' is not completed.`);
    }
    const image = this.#images.get(id) ?? TreeImage.of(folder, record.volumeSizeGibibytes, id);
    this.#images.delete(id);
    this.#images.set(id, image);
    const [oldest] = this.#images.keys();
    if (this.#images.size > CACHED && oldest !== undefined) this.#images.delete(oldest);
    image.catch(() => this.#images.delete(id));
    return image;
  }
}

function list(id: string, image: TreeImage, { NextToken, MaxResults, StartingBlockIndex = 0 }: Input): Answer {
  const first = NextToken === undefined ? Number(StartingBlockIndex) : startIn(String(NextToken));
  if (first >= (image.gibibytes * 1024 ** 3) / BLOCK_BYTES)
    throw new AwsError('ValidationException', 'The starting block index is beyond the end of the volume.');
  const written = Math.ceil(image.writtenBytes / BLOCK_BYTES);
  const count = Math.min(MOST_RESULTS, Math.max(LEAST_RESULTS, Number(MaxResults ?? MOST_RESULTS)));
  const end = Math.min(written, first + count);
  const indexes = Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
  return json({
    Blocks: indexes.map((BlockIndex) => ({ BlockIndex, BlockToken: tokenOf(id, BlockIndex) })),
    ExpiryTime: Date.now() / 1000 + TOKEN_SECONDS,
    VolumeSize: image.gibibytes,
    BlockSize: BLOCK_BYTES,
    ...(end < written && { NextToken: Buffer.from(String(end)).toString('base64') }),
  });
}

/** Reads all blocks of both: locally, nothing is known of what was written. */
async function listChanged(
  [one, other]: readonly [TreeImage, TreeImage],
  [first, second]: readonly [string, string],
  { NextToken, MaxResults, StartingBlockIndex = 0 }: Input,
): Promise<Answer> {
  const start = NextToken === undefined ? Number(StartingBlockIndex) : startIn(String(NextToken));
  const [before, after] = [one, other].map((image) => Math.ceil(image.writtenBytes / BLOCK_BYTES)) as [number, number];
  const count = Math.min(MOST_RESULTS, Math.max(LEAST_RESULTS, Number(MaxResults ?? MOST_RESULTS)));
  const changed: object[] = [];
  let index = start;
  for (; index < Math.max(before, after) && changed.length < count; index += 1) {
    const at = index * BLOCK_BYTES;
    const [old, current] = [await one.read(at, BLOCK_BYTES), await other.read(at, BLOCK_BYTES)];
    if (old.equals(current)) continue;
    changed.push({
      BlockIndex: index,
      ...(index < before && { FirstBlockToken: tokenOf(first, index) }),
      ...(index < after && { SecondBlockToken: tokenOf(second, index) }),
    });
  }
  return json({
    ChangedBlocks: changed,
    ExpiryTime: Date.now() / 1000 + TOKEN_SECONDS,
    VolumeSize: other.gibibytes,
    BlockSize: BLOCK_BYTES,
    ...(index < Math.max(before, after) && { NextToken: Buffer.from(String(index)).toString('base64') }),
  });
}

function startIn(token: string): number {
  const start = Number(Buffer.from(token, 'base64').toString());
  if (!Number.isSafeInteger(start)) throw new AwsError('ValidationException', 'The page token is not valid.');
  return start;
}

async function block(id: string, image: TreeImage, { BlockIndex, BlockToken }: Input): Promise<Answer> {
  const index = Number(BlockIndex);
  if (BlockToken !== tokenOf(id, index)) throw new AwsError('ValidationException', 'The block token is not valid.');
  const body = await image.read(index * BLOCK_BYTES, BLOCK_BYTES);
  return {
    status: 200,
    body,
    headers: {
      'content-type': 'application/octet-stream',
      'x-amz-data-length': String(BLOCK_BYTES),
      'x-amz-checksum': createHash('sha256').update(body).digest('base64'),
      'x-amz-checksum-algorithm': 'SHA256',
    },
  };
}

/** Only a list gives the token of a block, which is for that block alone. */
function tokenOf(id: string, index: number): string {
  return createHash('sha256').update(`${id} ${index}`).digest('base64');
}

function json(output: unknown): Answer {
  return { status: 200, body: JSON.stringify(output), headers: { 'content-type': 'application/json' } };
}
