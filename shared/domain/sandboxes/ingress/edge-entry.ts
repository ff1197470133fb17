import * as z from 'zod';
import type { Sandbox } from '../record/sandbox.ts';

/** Seconds by which labels and entries outlive the deadline of a sandbox, as the sweep stops it slightly after it. */
const AFTER_DEADLINE = 15 * 60;

/** When the edge stops using the label or entry of a sandbox, in seconds since 1970. */
export function edgeEndOf({ deadline_at: deadline }: Pick<Sandbox, 'deadline_at'>): number {
  return Math.floor(Date.parse(deadline) / 1000) + AFTER_DEADLINE;
}

/**
 * What the edge's store holds for one running sandbox, under its address id. `infra/ingress/viewer-request.js` reads it
 * with each request, so the members have single letters.
 */
export const EdgeEntry = z.object({
  /** The public IPv4 address of its task. */
  a: z.string(),
  /** The generation of the sandbox. */
  g: z.int(),
  /** When the edge stops using the entry, in seconds since 1970. */
  e: z.int(),
  /** A hash of the session key: the first 22 characters of base64url(SHA-256(address id + '|' + session key)). */
  k: z.string().optional(),
  /** The opened ports by slot, and when each ends. `k` asks for the session key or a cookie, `o` is open. */
  p: z.record(z.string(), z.tuple([z.enum(['k', 'o']), z.int()]).or(z.tuple([z.enum(['k', 'o'])]))).optional(),
});
export type EdgeEntry = z.infer<typeof EdgeEntry>;

/** The entries of the store that belong to no sandbox. An address id has 16 characters, so none collides with these. */
export const edgeNames = {
  /** The keys of labels, by number. */
  labelKeys: 'keys',
  /** The keys of names, by number. */
  nameKeys: 'names',
  /** The host and base path of the service, which answers for sandboxes without an entry. */
  service: 'service',
  /** Differs after each update by the writer of entries. */
  turn: 'turn',
} as const;
