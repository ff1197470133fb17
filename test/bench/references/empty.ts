/** A handler that does nothing: its start is the start of Node itself. */
export async function handler(): Promise<{ readonly statusCode: number }> {
  return { statusCode: 200 };
}
