import { parsePort } from './port-option.ts';
import { UserError } from './user-error.ts';

/** A part of the service with a port of its own, such as the web console. */
export interface PartOptions {
  /** Its port; undefined for the port of the last start, or the next free one. */
  readonly port: number | undefined;
}

type Taken = readonly (number | undefined)[];

/**
 * @param taken ports of other parts
 * @returns undefined without a console
 * @throws UserError for conflicting options and for an invalid port
 */
export function consoleOptions(
  { off = false, port }: { readonly off: boolean | undefined; readonly port: string | undefined },
  taken: Taken,
): PartOptions | undefined {
  if (off && port !== undefined) {
    throw new UserError('--no-console and --console-port exclude each other. Leave out one of the two.');
  }
  return off ? undefined : { port: freePort(port, taken, '--console-port') };
}

/** As `consoleOptions`. A port alone turns the provider on. */
export function oidcOptions(
  { on = false, port }: { readonly on: boolean | undefined; readonly port: string | undefined },
  taken: Taken,
): PartOptions | undefined {
  return on || port !== undefined ? { port: freePort(port, taken, '--oidc-port') } : undefined;
}

function freePort(text: string | undefined, taken: Taken, option: string): number | undefined {
  const port = text === undefined ? undefined : parsePort(text);
  if (port !== undefined && taken.includes(port)) {
    throw new UserError(`Port ${port} is already taken by another part of the service. Choose another ${option}.`);
  }
  return port;
}
