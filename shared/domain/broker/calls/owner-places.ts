/**
 * Places of an owner's concurrent calls are counted in groups, each in a row of its own: calls of many conversations
 * then rarely change the same row at the same moment.
 */
const PLACES_PER_GROUP = 25;

/** The places of each group; together as many as the limit. */
export function groupsOf(limit: number): readonly number[] {
  const groups = Math.ceil(limit / PLACES_PER_GROUP);
  return Array.from({ length: groups }, (_, group) => Math.min(PLACES_PER_GROUP, limit - group * PLACES_PER_GROUP));
}

/**
 * The group with the most free places; one of them by chance if there are several.
 *
 * @param used the places in use by group
 * @returns undefined when all are in use
 */
export function freeGroup(
  limit: number,
  used: ReadonlyMap<number, number>,
  random: () => number = Math.random,
): number | undefined {
  const free = groupsOf(limit).map((places, group) => places - (used.get(group) ?? 0));
  const most = Math.max(0, ...free);
  const best = free.flatMap((places, group) => (places === most ? [group] : []));
  return most === 0 ? undefined : best[Math.floor(random() * best.length)];
}
