import { randomBytes } from 'node:crypto';

/** A picture of this size as a data URL. Its bytes are random, so that they do not compress, as in a PNG. */
export function aPicture(bytes: number): string {
  return `data:image/png;base64,${randomBytes(bytes).toString('base64')}`;
}
