/** The body of an answer. Failures have been thrown before. */
export async function answerOf<T>(answer: Promise<{ readonly data?: T; readonly response: Response }>): Promise<T> {
  const { data } = await answer;
  // Every success has a body of the type that is described: whatever else came has been thrown as a problem.
  return data as T;
}
