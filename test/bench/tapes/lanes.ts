/**
 * How many processes are measured at a time. What counts is their CPU time, of which a second process on a core of its
 * own takes next to nothing.
 */
const AT_ONCE = 2;

/** Does the work of each item, in their order, some at a time. @returns the results, in that order */
export async function inLanes<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const left = [...items.entries()].toReversed();
  const lane = async (): Promise<void> => {
    for (let next = left.pop(); next; next = left.pop()) results[next[0]] = await work(next[1]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return results;
}
