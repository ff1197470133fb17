import type { Part } from '../../../shared/platform/aws/transact.ts';

/** The check and write of a part in memory. */
interface InMemory {
  readonly holds: () => boolean;
  readonly write: () => void;
}

const known = new WeakMap<Part, InMemory>();

/** A transaction part for stores in memory. */
export function memoryPart(part: Part, inMemory: InMemory): Part {
  known.set(part, inMemory);
  return part;
}

export function checkParts(parts: readonly Part[]): void {
  const lost = parts.find((part) => known.get(part)?.holds() === false);
  if (lost) throw lost.lost();
}

export function writeParts(parts: readonly Part[]): void {
  for (const part of parts) {
    known.get(part)?.write();
    part.written?.();
  }
}
