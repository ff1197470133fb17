import { randomUUID } from 'node:crypto';
import type { Question } from './ask-agent.ts';

/** The form with which an agent server takes a file. */
export function uploadForm(content: Uint8Array): NonNullable<Question['bytes']> {
  const boundary = `form-${randomUUID()}`;
  const part = 'Content-Disposition: form-data; name="file"; filename="file"\r\nContent-Type: application/octet-stream';
  const body = Buffer.concat([
    Buffer.from(`--${boundary}\r\n${part}\r\n\r\n`),
    content,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { type: `multipart/form-data; boundary=${boundary}`, body };
}
