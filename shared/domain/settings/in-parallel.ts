/** How many calls of KMS run at once for one request. */
const WIDTH = 10;

/** Runs `work` for each item, ten at a time. The first failure is thrown. */
export async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const workers = Array.from({ length: Math.min(WIDTH, items.length) }, async () => {
    for (const item of waiting) await work(item);
  });
  await Promise.all(workers);
}
