/** How long a condition may take on a busy machine, in milliseconds. */
const PATIENCE = 120_000;

const INTERVAL = 40;

/** The first result of `look`. @throws its last failure, or an error that names `what`, when time is up */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | undefined> | T | undefined,
  milliseconds = PATIENCE,
): Promise<T> {
  const deadline = Date.now() + milliseconds;
  for (;;) {
    const outcome = await attempt(look);
    if ('value' in outcome && outcome.value !== undefined) return outcome.value;
    if (Date.now() > deadline) {
      throw new Error(`${what}: not within ${milliseconds} ms`, 'error' in outcome ? { cause: outcome.error } : {});
    }
    await new Promise((resolve) => setTimeout(resolve, INTERVAL));
  }
}

async function attempt<T>(
  look: () => Promise<T | undefined> | T | undefined,
): Promise<{ value: T | undefined } | { error: unknown }> {
  try {
    return { value: await look() };
  } catch (error) {
    return { error };
  }
}
