import { randomUUID } from 'node:crypto';
import { unprocessable } from '../http/http-error.ts';

const hexId = /^[0-9a-f]{32}$/;

/** The dashed form of a UUID, which can have dashes or not; undefined for other values. */
export function asConversationId(value: string): string | undefined {
  const hex = value.toLowerCase().replace(/^(.{8})-(.{4})-(.{4})-(.{4})-(.{12})$/, '$1$2$3$4$5');
  if (!hexId.test(hex)) return undefined;
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** @throws HttpError 422 when the value is no UUID */
export function parseConversationId(value: string, loc: readonly string[]): string {
  const id = asConversationId(value);
  if (!id) throw unprocessable([{ type: 'uuid_parsing', loc, msg: 'Input should be a valid UUID' }]);
  return id;
}

export function newConversationId(): string {
  return randomUUID();
}

export function directoryName(id: string): string {
  return id.replaceAll('-', '');
}
