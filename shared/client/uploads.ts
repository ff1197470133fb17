import type { Client } from 'openapi-fetch';
import { answerOf } from './answer-of.ts';
import type { paths } from './api-types.ts';

/** Pictures of a request that are not uploaded, in characters: a request holds 6 MB with everything else. */
const INLINE = 4_500_000;

/** The bytes of a part. Escaping can double them. */
const PART_BYTES = 2_000_000;

/**
 * Uploads a text that is too large for a request: a picture as a data URL, or a recording.
 *
 * @returns what stands for it in `image_urls` and `replay_json` for 24 hours
 * @throws ApiProblem
 */
export async function upload(api: Client<paths>, text: string): Promise<string> {
  const upload_id = crypto.randomUUID();
  const bytes = new TextEncoder().encode(text);
  const total_bytes = bytes.length;
  for (let from = 0, number = 1; from < total_bytes; number += 1) {
    let end = Math.min(from + PART_BYTES, total_bytes);
    // A part ends between two characters.
    while (end < total_bytes && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
    const part = {
      number,
      total_bytes,
      text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(from, end)),
    };
    await answerOf(
      api.POST('/api/v1/uploads/{upload_id}/parts', {
        params: { path: { upload_id } },
        body: part,
        // The service stores a repeated part once, so the client can retry it.
        headers: { 'Idempotency-Key': crypto.randomUUID() },
      }),
    );
    from = end;
  }
  return `upload:${upload_id}`;
}

/** Data URLs as `image_urls`: those that do not fit in a request are uploaded. @throws ApiProblem */
export async function imageUrls(api: Client<paths>, pictures: readonly string[]): Promise<string[]> {
  const urls: string[] = [];
  let inline = 0;
  for (const picture of pictures) {
    const fits = inline + picture.length <= INLINE;
    if (fits) inline += picture.length;
    urls.push(fits ? picture : await upload(api, picture));
  }
  return urls;
}
