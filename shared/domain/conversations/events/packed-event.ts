import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { AgentEvent } from './event.ts';
import { fittingText } from './shortened.ts';

/** A stored event: as text, compressed where that is shorter, in parts where it would not fit one row. */
export interface PackedEvent {
  readonly bytes: number;
  readonly content:
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'packed'; readonly packed: Uint8Array }
    | { readonly kind: 'parts'; readonly parts: readonly Uint8Array[]; readonly digest: string };
}

/** Below this compression gains nothing. */
const WORTH_PACKING = 600;

/** A row holds 400 KB, its other attributes included. */
const PART_BYTES = 350_000;

export function pack(event: AgentEvent): PackedEvent {
  const { text, bytes } = fittingText(event);
  if (bytes < WORTH_PACKING) return { bytes, content: { kind: 'text', text } };
  const packed = gzipSync(text);
  if (packed.length <= PART_BYTES) return { bytes, content: { kind: 'packed', packed } };
  const parts = Array.from({ length: Math.ceil(packed.length / PART_BYTES) }, (_, index) =>
    packed.subarray(index * PART_BYTES, (index + 1) * PART_BYTES),
  );
  return { bytes, content: { kind: 'parts', parts, digest: digestOf(packed) } };
}

export function unpack(packed: Uint8Array): string {
  return gunzipSync(packed).toString('utf8');
}

/** Names parts by their content: if two events have the same id, their parts do not mix. */
function digestOf(packed: Uint8Array): string {
  return createHash('sha256').update(packed).digest('base64url').slice(0, 12);
}
