import type * as z from 'zod';
import { agentEventBounds } from '../../../contract/shapes/json-bounds.ts';
import { isPicture, isReference, referenceTo, uploadIn } from '../../../contract/shapes/pictures.ts';
import type { SendMessageRequest } from '../../../contract/shapes/start-request.ts';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, badField, NotFoundError } from '../../../platform/errors.ts';
import { isComplete, receivedBytes, type Upload, type Uploads, usableUntil } from './uploads.ts';

type Content = z.output<typeof SendMessageRequest>['content'];

/** Longer pictures are kept apart from the row that refers to them. In characters. */
const LARGE = 10_000;

/** Pictures that are kept or read at once. */
const AT_ONCE = 8;

/** What a row can hold of a request besides its pictures, in bytes. */
const MAX_REST_BYTES = 270_000;

interface CheckDeps {
  readonly uploads: Pick<Uploads, 'find'>;
  readonly now: Clock;
}

/**
 * The message for a row: references stand for large pictures.
 *
 * @throws AppError as `requirePictures`; `rate_limited`
 */
export async function keepPictures(
  ownerId: string,
  content: Content,
  deps: CheckDeps & { readonly uploads: Pick<Uploads, 'keep'> },
): Promise<Content> {
  await requirePictures(ownerId, content, deps);
  return eachPicture(content, async (url) =>
    url.length > LARGE ? referenceTo(await deps.uploads.keep(ownerId, url)) : url,
  );
}

/**
 * Checks the pictures of a message that refers to uploads.
 *
 * @throws NotFoundError; AppError `conflict` for an incomplete upload, `validation_failed`, `payload_too_large`
 */
async function requirePictures(ownerId: string, content: Content, deps: CheckDeps): Promise<void> {
  const sizes = new Map<string, number>();
  await eachPicture(content, async (url) => {
    const uploadId = uploadIn(url);
    if (uploadId === undefined && (url === '' || isReference(url)))
      throw badField(['image_urls'], 'Must be a URL, or upload:{upload_id} with its UUID.');
    const upload = uploadId === undefined ? undefined : await requireUpload(ownerId, uploadId, deps);
    if (upload && !isPicture(upload.begins))
      throw badField(['image_urls'], `Upload ${upload.upload_id} is not a data URL of a picture.`);
    sizes.set(url, upload ? upload.bytes : url.length);
    return url;
  });
  // The agent gets a repeated picture each time.
  const bytes = urlsOf(content).reduce((sum, url) => sum + (sizes.get(url) ?? 0), 0);
  if (bytes <= agentEventBounds.pictureBytes) return;
  const most = agentEventBounds.pictureBytes;
  throw new AppError(
    'payload_too_large',
    `The pictures have ${bytes} bytes as data URLs. At most ${most} are allowed.`,
  );
}

/** An upload that a request refers to. @throws NotFoundError; AppError `conflict` for an incomplete one */
export async function requireUpload(ownerId: string, uploadId: string, { uploads, now }: CheckDeps): Promise<Upload> {
  const upload = await uploads.find(ownerId, uploadId);
  if (!upload || usableUntil(upload) <= now()) throw new NotFoundError('Upload', uploadId);
  if (isComplete(upload)) return upload;
  const received = receivedBytes(upload);
  throw new AppError(
    'conflict',
    `Upload ${uploadId} has ${received} of ${upload.bytes} bytes. Upload the other parts.`,
  );
}

/** The message for an agent, with the pictures that it refers to. A remark replaces those that have expired. */
export async function wholePictures(
  ownerId: string,
  content: Content,
  uploads: Pick<Uploads, 'read'>,
): Promise<Content> {
  const whole = await eachPicture(content, async (url) => {
    const uploadId = uploadIn(url);
    return uploadId === undefined ? url : ((await uploads.read(ownerId, uploadId)) ?? '');
  });
  return whole.flatMap((part) => {
    if (part.type !== 'image' || !part.image_urls.includes('')) return [part];
    const text = '[Pictures of this message have expired.]';
    const left = part.image_urls.filter((url) => url !== '');
    return [
      { ...part, image_urls: left },
      { type: 'text' as const, text, cache_prompt: false },
    ];
  });
}

/** Whether a message in a row has large pictures. */
export function refersToUploads(content: Content): boolean {
  return content.some((part) => part.type === 'image' && part.image_urls.some((url) => uploadIn(url) !== undefined));
}

/** Checks that a request without its pictures fits in a row. @throws AppError `payload_too_large` */
export function requireSmall(rest: unknown): void {
  const bytes = Buffer.byteLength(JSON.stringify(rest));
  if (bytes <= MAX_REST_BYTES) return;
  const message = `The request has ${bytes} bytes besides its pictures. At most ${MAX_REST_BYTES} are allowed.`;
  throw new AppError('payload_too_large', message);
}

async function eachPicture(content: Content, change: (url: string) => Promise<string>): Promise<Content> {
  const urls = [...new Set(urlsOf(content))];
  const changed = new Map<string, string>();
  for (let from = 0; from < urls.length; from += AT_ONCE) {
    const some = urls.slice(from, from + AT_ONCE);
    await Promise.all(some.map(async (url) => changed.set(url, await change(url))));
  }
  return content.map((part) =>
    part.type === 'image' ? { ...part, image_urls: part.image_urls.map((url) => changed.get(url) ?? url) } : part,
  );
}

function urlsOf(content: Content): readonly string[] {
  return content.flatMap((part) => (part.type === 'image' ? part.image_urls : []));
}
