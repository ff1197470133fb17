/** A handler that does nothing: what is left of a start is Node itself. */
export async function handler(): Promise<{ readonly statusCode: number }> {
  return { statusCode: 200 };
}
