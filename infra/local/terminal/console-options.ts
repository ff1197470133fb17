import { parsePort } from './port-option.ts';
import { UserError } from './user-error.ts';

/** The web console of this machine. */
export interface ConsoleOptions {
  /** Where it listens; undefined for the port of the last start, or the next one that is free. */
  readonly port: number | undefined;
}

interface Given {
  readonly off: boolean | undefined;
  readonly port: string | undefined;
}

/**
 * @param taken ports that other parts were given
 * @returns undefined without a console
 * @throws UserError for options that do not go together, and for a port that is none
 */
export function consoleOptions(
  { off = false, port: text }: Given,
  taken: readonly (number | undefined)[],
): ConsoleOptions | undefined {
  if (off && text !== undefined) {
    throw new UserError('--no-console starts no console, which --console-port is for: leave out one of the two.');
  }
  if (off) return undefined;
  const port = text === undefined ? undefined : parsePort(text);
  if (port !== undefined && taken.includes(port)) {
    throw new UserError(`The console needs a port of its own: choose another --console-port than ${port}.`);
  }
  return { port };
}
