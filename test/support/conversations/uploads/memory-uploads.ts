import { createHash } from 'node:crypto';
import {
  type GivenPart,
  isComplete,
  newUpload,
  type Upload,
  type Uploads,
  usableUntil,
  withPart,
} from '../../../../shared/domain/conversations/uploads/uploads.ts';
import type { Clock } from '../../../../shared/platform/clock.ts';

export class MemoryUploads implements Uploads {
  readonly #now: Clock;
  readonly #rows = new Map<string, { upload: Upload; texts: ReadonlyMap<number, string> }>();

  constructor(now: Clock) {
    this.#now = now;
  }

  async find(ownerId: string, uploadId: string): Promise<Upload | undefined> {
    return this.#find(ownerId, uploadId);
  }

  #find(ownerId: string, uploadId: string): Upload | undefined {
    const upload = this.#rows.get(`${ownerId}/${uploadId}`)?.upload;
    return upload && upload.expires_at * 1000 >= this.#now().getTime() ? upload : undefined;
  }

  async keep(ownerId: string, text: string): Promise<string> {
    const uploadId = digestOf(text).slice(0, 32);
    const known = this.#find(ownerId, uploadId);
    if (known && usableUntil(known) <= this.#now()) this.#rows.delete(`${ownerId}/${uploadId}`);
    await this.add(ownerId, { uploadId, number: 1, bytes: Buffer.byteLength(text), text });
    return uploadId;
  }

  async add(ownerId: string, given: GivenPart): Promise<Upload> {
    const { uploadId, number, bytes, text } = given;
    const before = this.#find(ownerId, uploadId);
    const part = { bytes: Buffer.byteLength(text), rows: 1, digest: digestOf(text) };
    const upload = withPart(before ?? newUpload(uploadId, bytes, this.#now()), given, part, this.#now());
    const texts = before ? this.#rows.get(`${ownerId}/${uploadId}`)?.texts : undefined;
    this.#rows.set(`${ownerId}/${uploadId}`, { upload, texts: new Map([...(texts ?? []), [number, text]]) });
    return upload;
  }

  async read(ownerId: string, uploadId: string): Promise<string | undefined> {
    const upload = await this.find(ownerId, uploadId);
    if (!upload || !isComplete(upload)) return undefined;
    const texts = [...(this.#rows.get(`${ownerId}/${uploadId}`)?.texts ?? [])].toSorted(([a], [b]) => a - b);
    return texts.map(([, text]) => text).join('');
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
