/** Writes one line. Never pass secrets: no queries, headers or bodies. */
export function log(message: string): void {
  process.stdout.write(`${new Date().toISOString()} ${message}\n`);
}

/** An unexpected error with its stack. */
export function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
