/** One line for people. Callers pass no secrets: paths without their query, never headers or bodies. */
export function log(message: string): void {
  process.stdout.write(`${new Date().toISOString()} ${message}\n`);
}

/** What may be said of an unexpected error. */
export function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
