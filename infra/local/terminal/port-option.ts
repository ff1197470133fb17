import { UserError } from './user-error.ts';

/** @throws UserError for text that is not a port */
export function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) {
    throw new UserError(`The port must be a number from 1 to 65535, not '${text}'.`);
  }
  return port;
}
