import { uploadLimits } from '../../../contract/shapes/pictures.ts';
import { AppError } from '../../../platform/errors.ts';

const HOUR = 3_600_000;

/** How long the content of an upload is kept, in days: a queued message can wait for seven days. */
const KEPT_DAYS = 9;

/** What one owner can upload in an hour, in bytes. */
export const HOURLY_BYTES = 500_000_000;

/** A text that is too large for a row: a picture as a data URL, or a recording. */
export interface Upload {
  readonly upload_id: string;
  /** The size of the whole text in UTF-8. */
  readonly bytes: number;
  /** By their numbers, from 1. */
  readonly parts: Readonly<Record<string, UploadPart>>;
  /** The beginning of the text, which tells what it is. */
  readonly begins: string;
  readonly created_at: string;
  /** When its rows can be removed, in seconds since 1970. */
  readonly expires_at: number;
  readonly version: number;
}

export interface UploadPart {
  readonly bytes: number;
  /** The number of rows with its content, whose keys contain the digest. */
  readonly rows: number;
  readonly digest: string;
}

/** One part of an upload, as a client sends it. */
export interface GivenPart {
  readonly uploadId: string;
  readonly number: number;
  /** The size of the whole upload. */
  readonly bytes: number;
  readonly text: string;
}

/** Texts that are too large for the rows that refer to them. Each is complete, or cannot be used. */
export interface Uploads {
  /** @returns undefined for an unknown or expired one */
  find(ownerId: string, uploadId: string): Promise<Upload | undefined>;
  /** Stores a whole text. @returns its id @throws AppError `rate_limited` */
  keep(ownerId: string, text: string): Promise<string>;
  /** Stores a part. Idempotent. @throws AppError `conflict`, `rate_limited` */
  add(ownerId: string, part: GivenPart): Promise<Upload>;
  /** The whole text; undefined if it has expired. */
  read(ownerId: string, uploadId: string): Promise<string | undefined>;
}

export function newUpload(uploadId: string, bytes: number, now: Date): Upload {
  const expires = now.getTime() + KEPT_DAYS * 24 * HOUR;
  return {
    upload_id: uploadId,
    bytes,
    parts: {},
    begins: '',
    created_at: now.toISOString(),
    expires_at: Math.floor(expires / 1_000),
    version: 0,
  };
}

export function receivedBytes({ parts }: Pick<Upload, 'parts'>): number {
  return Object.values(parts).reduce((sum, { bytes }) => sum + bytes, 0);
}

export function isComplete(upload: Upload): boolean {
  return receivedBytes(upload) === upload.bytes;
}

/** Until when requests can refer to the upload. What refers to it can read it for longer. */
export function usableUntil({ created_at: at }: Upload): Date {
  return new Date(Date.parse(at) + uploadLimits.usableHours * HOUR);
}

/** The upload with one more part. @throws AppError `conflict` */
export function withPart(upload: Upload, { number, bytes, text }: GivenPart, part: UploadPart, now: Date): Upload {
  const { upload_id: id } = upload;
  const refuse = (why: string) => new AppError('conflict', `Upload ${id} ${why}. Use another id for another upload.`);
  if (usableUntil(upload) <= now) throw refuse(`is older than ${uploadLimits.usableHours} hours and cannot be used`);
  if (upload.bytes !== bytes) throw refuse(`has ${upload.bytes} bytes, not ${bytes}`);
  if (upload.parts[number]?.digest === part.digest) return upload;
  if (isComplete(upload)) throw refuse('is complete and cannot change');
  const next = {
    ...upload,
    parts: { ...upload.parts, [number]: part },
    begins: number === 1 ? text.slice(0, 100) : upload.begins,
    version: upload.version + 1,
  };
  const received = receivedBytes(next);
  if (received > bytes) throw refuse(`would have ${received} bytes, and was announced with ${bytes}`);
  return next;
}
