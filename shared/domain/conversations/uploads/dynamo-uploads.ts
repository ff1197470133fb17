import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { uploadLimits } from '../../../contract/shapes/pictures.ts';
import { batchGet } from '../../../platform/aws/batch-get.ts';
import { orLostRace } from '../../../platform/aws/conditional-write.ts';
import { absent, any, type Condition, is, updateOf, when } from '../../../platform/aws/expressions.ts';
import { getItem } from '../../../platform/aws/get-item.ts';
import { rowReader } from '../../../platform/aws/rows.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import { epochSeconds, timestamp } from '../../../platform/clock.ts';
import { AppError, retryLostRaces, VersionConflictError } from '../../../platform/errors.ts';
import type { Tables } from '../../../rights/statement.ts';
import {
  type GivenPart,
  HOURLY_BYTES,
  isComplete,
  newUpload,
  type Upload,
  type UploadPart,
  type Uploads,
  usableUntil,
  withPart,
} from './uploads.ts';

/** A row can have 400 KB, its other attributes included. */
const ROW_BYTES = 350_000;

/** Rows that are written at once. */
const AT_ONCE = 8;

const UploadRow = z.object({
  upload_id: z.string(),
  bytes: z.int(),
  parts: z.record(z.string(), z.object({ bytes: z.int(), rows: z.int(), digest: z.string() })),
  begins: z.string(),
  created_at: z.string(),
  expires_at: z.int(),
  version: z.int(),
});
const readUpload = /* @__PURE__ */ rowReader('upload', UploadRow);
const readContent = (row: unknown) =>
  z.object({ upload_key: z.string(), content: z.instanceof(Uint8Array) }).parse(row);

/** Finds uploads, without their content. */
class DynamoFoundUploads extends TableStore<Tables<'uploads'>> {
  async find(ownerId: string, uploadId: string): Promise<Upload | undefined> {
    const row = await getItem(this.documents, this.tables.uploads, { upload_key: keyOf(ownerId, uploadId) });
    const upload = row && readUpload(row);
    // DynamoDB removes expired rows late.
    return upload && upload.expires_at >= epochSeconds(this.now()) ? upload : undefined;
  }
}

/**
 * A row for each upload, and rows with its content, compressed. Each row has a partition of its own, as one partition
 * takes only 1,000 KB a second. The content is written first, so that an upload that can be found is whole.
 */
export class DynamoKeptUploads extends DynamoFoundUploads implements Pick<Uploads, 'find' | 'keep'> {
  /** Named by its content, so that a repeated request stores it once. */
  async keep(ownerId: string, text: string): Promise<string> {
    const uploadId = createHash('sha256').update(text).digest('hex').slice(0, 32);
    const known = await this.find(ownerId, uploadId);
    if (known && isComplete(known) && usableUntil(known) > this.now()) return uploadId;
    const bytes = Buffer.byteLength(text);
    const given = { uploadId, number: 1, bytes, text };
    const content = contentOf(text);
    const upload = withPart(newUpload(uploadId, bytes, this.now()), given, content.part, this.now());
    await this.count(ownerId, bytes);
    await this.write(ownerId, upload, content);
    await this.put({ ...upload, upload_key: keyOf(ownerId, uploadId) });
    return uploadId;
  }

  protected async write(
    ownerId: string,
    { upload_id: id, expires_at }: Upload,
    { part, rows }: Content,
  ): Promise<void> {
    const keys = rowKeys(ownerId, id, part.digest, part.rows);
    for (let from = 0; from < rows.length; from += AT_ONCE) {
      const some = rows.slice(from, from + AT_ONCE);
      await Promise.all(
        some.map((content, index) => this.put({ upload_key: keys[from + index], content, expires_at })),
      );
    }
  }

  protected put(Item: Readonly<Record<string, unknown>>, condition?: Condition) {
    const Put = { TableName: this.tables.uploads, Item, ...(condition && when(condition)) };
    return this.documents.send(new PutCommand(Put));
  }

  /** @throws AppError `rate_limited` */
  protected async count(ownerId: string, bytes: number): Promise<void> {
    const hour = timestamp(this.now()).slice(0, 13);
    const command = new UpdateCommand({
      TableName: this.tables.uploads,
      Key: { upload_key: `${keyOf(ownerId, '')}#${hour}` },
      ...updateOf({
        setOnce: { expires_at: epochSeconds(this.now()) + 2 * 3_600 },
        add: { bytes },
        when: any(absent('bytes'), is('bytes', '<=', HOURLY_BYTES - bytes)),
      }),
    });
    await orLostRace(
      this.documents.send(command),
      () =>
        new AppError(
          'rate_limited',
          `At most ${HOURLY_BYTES / 1_000_000} MB of pictures and recordings are taken in an hour. Try again in the next one.`,
          { extensions: { retry_after_seconds: 3_600 - (epochSeconds(this.now()) % 3_600) } },
        ),
    );
  }
}

/** Reads uploads with their content. */
export class DynamoUploadReader extends DynamoFoundUploads implements Pick<Uploads, 'find' | 'read'> {
  async read(ownerId: string, uploadId: string): Promise<string | undefined> {
    const upload = await this.find(ownerId, uploadId);
    if (!upload || !isComplete(upload)) return undefined;
    // Names that are whole numbers are listed in their order.
    const parts = Object.values(upload.parts);
    const texts = parts.map((part) => this.#textOf(ownerId, uploadId, part));
    return (await Promise.all(texts)).join('');
  }

  async #textOf(ownerId: string, uploadId: string, { rows, digest }: UploadPart): Promise<string> {
    const keys = rowKeys(ownerId, uploadId, digest, rows);
    const found = await batchGet(
      this.documents,
      this.tables.uploads,
      keys.map((key) => ({ upload_key: key })),
    );
    const byKey = new Map(found.map(readContent).map(({ upload_key: key, content }) => [key, content]));
    return gunzipSync(Buffer.concat(keys.flatMap((key) => byKey.get(key) ?? []))).toString('utf8');
  }
}

/** For callers that keep and read uploads. */
export class DynamoWholeUploads extends DynamoKeptUploads implements Omit<Uploads, 'add'> {
  readonly #reader = new DynamoUploadReader(this.documents, this.tables, this.now);

  read(ownerId: string, uploadId: string): Promise<string | undefined> {
    return this.#reader.read(ownerId, uploadId);
  }
}

/** Also takes parts. */
export class DynamoUploads extends DynamoWholeUploads implements Uploads {
  async add(ownerId: string, given: GivenPart): Promise<Upload> {
    const { uploadId, bytes, text } = given;
    const content = contentOf(text);
    let isStored = false;
    const attempt = async () => {
      const upload = (await this.find(ownerId, uploadId)) ?? newUpload(uploadId, bytes, this.now());
      const next = withPart(upload, given, content.part, this.now());
      if (next === upload) return upload;
      if (!isStored) {
        await this.count(ownerId, content.part.bytes);
        await this.write(ownerId, next, content);
        isStored = true;
      }
      const now = epochSeconds(this.now());
      const isAsRead = any(absent('version'), is('version', '=', upload.version), is('expires_at', '<', now));
      const written = this.put({ ...next, upload_key: keyOf(ownerId, uploadId) }, isAsRead);
      await orLostRace(written, () => new VersionConflictError('upload', uploadId));
      return next;
    };
    // Each lost race is another part of the upload.
    return retryLostRaces(attempt, { tries: uploadLimits.parts + 1 });
  }
}

/** A part of an upload with its rows. */
interface Content {
  readonly part: UploadPart;
  readonly rows: readonly Uint8Array[];
}

/** Base64 loses a quarter, and text more, also with the fastest compression. */
function contentOf(text: string): Content {
  const packed = gzipSync(text, { level: 1 });
  const rows = Array.from({ length: Math.ceil(packed.length / ROW_BYTES) }, (_, index) =>
    packed.subarray(index * ROW_BYTES, (index + 1) * ROW_BYTES),
  );
  const digest = createHash('sha256').update(text).digest('base64url').slice(0, 16);
  return { part: { bytes: Buffer.byteLength(text), rows: rows.length, digest }, rows };
}

function keyOf(ownerId: string, uploadId: string): string {
  return `${ownerId}/${uploadId}`;
}

function rowKeys(ownerId: string, uploadId: string, digest: string, rows: number): string[] {
  return Array.from({ length: rows }, (_, index) => `${keyOf(ownerId, uploadId)}#${digest}#${index}`);
}
