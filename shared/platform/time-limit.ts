/** Work that did not end in time. */
class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError';
}

/**
 * Waits for work at most this long, whatever it waits for. Late work continues by itself, so its writes have to be
 * conditional.
 *
 * @throws TimeLimitError
 */
export async function withinTime<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new TimeLimitError(`no end within ${milliseconds / 1000} s`)), milliseconds);
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
