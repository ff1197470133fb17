import * as z from 'zod';
import { UUID } from './ids.ts';
import { line } from './text.ts';

/** The most that Lambda accepts in a request: a picture of 4.4 MB as a data URL. */
export const MAX_CONTENT_BYTES = 6_000_000;

/** Limits of uploads, which hold what is too large for one request. */
export const uploadLimits = {
  /** A recording of 10 MB. */
  bytes: 10_500_000,
  parts: 20,
  /** How long a request can refer to an upload, in hours. */
  usableHours: 24,
} as const;

const PREFIX = 'upload:';

/** What stands for an upload in a request. */
export function referenceTo(uploadId: string): string {
  return `${PREFIX}${uploadId}`;
}

/** Whether a text stands for an upload, also by an invalid id. */
export function isReference(text: string): boolean {
  return text.startsWith(PREFIX);
}

/** The upload that a text refers to, in its stored form. */
export function uploadIn(text: string): string | undefined {
  const id = isReference(text) ? text.slice(PREFIX.length) : '';
  return UUID.test(id) ? id.replaceAll('-', '').toLowerCase() : undefined;
}

/** Whether a text is, or begins like, a picture as a data URL. */
export function isPicture(text: string): boolean {
  return /^data:image\/[\w.+-]{1,50}[;,]/.test(text);
}

/** Whether a text is a picture as a data URL in base64, and nothing else. */
export function isOnlyPicture(text: string): boolean {
  return /^data:image\/[\w.+-]{1,50}(?:;[\w.+=-]{1,100})*;base64,[A-Za-z0-9+/=]*$/.test(text);
}

export const ImageUrls = z.array(line(MAX_CONTENT_BYTES)).max(100).meta({
  description:
    'Pictures as data URLs or web addresses. A picture of more than 4 MB is uploaded before: `upload:{upload_id}` then stands for it. The pictures of a message can have 9 MB as data URLs.',
});
