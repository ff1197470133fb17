/** Counts by id in memory. */
export function increase(counts: Map<string, number>, id: string, difference: number): void {
  counts.set(id, (counts.get(id) ?? 0) + difference);
}

export function increaseAll(
  ofOwners: Map<string, ReadonlyMap<string, number>>,
  ownerId: string,
  differences: ReadonlyMap<string, number>,
): void {
  const counts = new Map(ofOwners.get(ownerId));
  for (const [id, difference] of differences) increase(counts, id, difference);
  ofOwners.set(ownerId, counts);
}
