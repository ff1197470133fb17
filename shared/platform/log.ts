type Fields = Readonly<Record<string, unknown>>;

/** An error for the log: name, message, stack and the chain of causes. */
function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  return { name: error.name, message: error.message, stack: error.stack, cause: describe(error.cause) };
}

function withError(fields: Fields): Fields {
  return 'error' in fields ? { ...fields, error: describe(fields.error) } : fields;
}

/**
 * Structured log lines. Lambda's JSON log format adds time, level and request id, and puts the object into `message`.
 * Expected failures are `info`. `error` is for our bugs and for failing dependencies.
 */
export const log = {
  info: (event: string, fields: Fields = {}): void => write('info', event, fields),
  warn: (event: string, fields: Fields = {}): void => write('warn', event, fields),
  error: (event: string, fields: Fields = {}): void => write('error', event, fields),
};

function write(level: 'info' | 'warn' | 'error', event: string, fields: Fields): void {
  console[level]({ event, ...withError(fields) });
}
