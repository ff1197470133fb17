import { createHash } from 'node:crypto';
import * as z from 'zod';
import { AwsError } from '../aws/aws-error.ts';
import type { TaskRecord } from './task-record.ts';

const hour = 3_600_000;
const day = 24 * hour;

export const Failure = z.object({ arn: z.string().optional(), reason: z.string(), detail: z.string().optional() });
export type Failure = z.infer<typeof Failure>;

export const TokenEntry = z.object({
  token: z.string(),
  fingerprint: z.string(),
  taskIds: z.array(z.string()),
  failures: z.array(Failure),
  createdAt: z.number(),
});
export type TokenEntry = z.infer<typeof TokenEntry>;

/** The responses to RunTask by clientToken, kept for 24 hours or until an hour after the last task stopped. */
export class TokenLedger {
  readonly #entries = new Map<string, TokenEntry>();

  load(entries: readonly TokenEntry[]): void {
    for (const entry of entries) this.#entries.set(entry.token, entry);
  }

  get entries(): readonly TokenEntry[] {
    return [...this.#entries.values()];
  }

  /** The entry of an earlier request. @throws AwsError ConflictException when its parameters differ */
  find(token: string, fingerprint: string, arnOf: (taskId: string) => string): TokenEntry | undefined {
    const entry = this.#entries.get(token);
    if (!entry || entry.fingerprint === fingerprint) return entry;
    throw new AwsError('ConflictException', 'The clientToken was already used with other parameters.', 400, {
      resourceIds: entry.taskIds.map(arnOf),
    });
  }

  add(entry: TokenEntry): void {
    this.#entries.set(entry.token, entry);
  }

  remove(token: string): void {
    this.#entries.delete(token);
  }

  prune(now: number, findTask: (id: string) => TaskRecord | undefined): void {
    for (const entry of this.#entries.values()) {
      if (now >= expiryOf(entry, findTask)) this.#entries.delete(entry.token);
    }
  }
}

function expiryOf(entry: TokenEntry, findTask: (id: string) => TaskRecord | undefined): number {
  const latest = entry.createdAt + day;
  // A task that is no longer kept stopped more than an hour ago.
  const stops = entry.taskIds.map((id) => {
    const task = findTask(id);
    return task ? (task.stoppedAt ?? Number.POSITIVE_INFINITY) : 0;
  });
  return stops.length === 0 ? latest : Math.min(latest, Math.max(...stops) + hour);
}

/** A digest of the parameters without the token. The order of keys does not matter. */
export function fingerprintOf(input: Record<string, unknown>): string {
  const { clientToken: _, ...parameters } = input;
  return createHash('sha256').update(canonical(parameters)).digest('hex');
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
