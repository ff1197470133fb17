import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';

/** The token of a public link: a handle that finds the row, and a secret of 256 random bits. */
const TOKEN = /^([A-Za-z0-9_-]{22})[A-Za-z0-9_-]{43}$/;

/** Ids with at least 74 random bits (UUIDv4, UUIDv7). Caller-chosen and derived ids can be guessed. */
const RANDOM_ID = /^[0-9a-f]{12}[47][0-9a-f]{3}[89ab][0-9a-f]{15}$/;

/** A file as it was when it was chosen. The size is in bytes. */
const ChosenFile = z.object({ id: z.string(), path: z.string(), size_bytes: z.int() });
export type ChosenFile = z.infer<typeof ChosenFile>;

/** The attributes of a conversation with a public link. */
export const shareFields = {
  share: z.object({ token: z.string(), created_at: z.string() }).optional(),
  /** Finds the row, by its link or by its id. */
  share_key: z.string().optional(),
  /** Copies of files that visitors can read, without their contents. They end with the link. */
  shared_files: z.array(ChosenFile).optional(),
};

type SharedFields = z.infer<z.ZodObject<typeof shareFields>>;

export const sharedFields = ['share', 'share_key', 'shared_files'] as const satisfies readonly (keyof SharedFields)[];

/** The attributes that make a conversation public, with a new link. The handle does not reveal the id. */
export function newShare(conversationId: string, at: string): SharedFields {
  const isRandom = RANDOM_ID.test(conversationId);
  const handle = isRandom ? handleOf(conversationId) : randomBytes(32).toString('base64url').slice(0, 22);
  const token = handle + randomBytes(32).toString('base64url');
  return { share: { token, created_at: at }, share_key: handle };
}

/** What a visitor sent: the token of a link, or the id of a conversation. Either has the handle that finds the row. */
export type ShareName =
  | { readonly kind: 'link'; readonly handle: string; readonly token: string }
  | { readonly kind: 'id'; readonly handle: string; readonly conversationId: string };

/** @returns undefined for what opens no conversation */
export function shareNameOf(text: string): ShareName | undefined {
  const [token, handle] = TOKEN.exec(text) ?? [];
  if (token !== undefined && handle !== undefined) return { kind: 'link', handle, token };
  return RANDOM_ID.test(text) ? { kind: 'id', handle: handleOf(text), conversationId: text } : undefined;
}

interface Openable extends SharedFields {
  readonly conversation_id: string;
  readonly public: boolean | null;
  readonly private_to?: string | undefined;
}

/** Whether the name opens this row now. A link is compared in constant time. */
export function opens(name: ShareName, row: Openable): boolean {
  if (row.public !== true || row.share === undefined || row.private_to !== undefined) return false;
  if (name.kind === 'id') return name.conversationId === row.conversation_id;
  return timingSafeEqual(digestOf(name.token), digestOf(row.share.token));
}

function handleOf(conversationId: string): string {
  return digestOf(`handle/${conversationId}`).toString('base64url').slice(0, 22);
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
