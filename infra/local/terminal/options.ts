import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { UserError } from './user-error.ts';

/** What the person who starts the local service asked for. */
export interface LocalOptions {
  readonly port: number;
  /** One line of JSON on stdout when ready, and nothing else there. */
  readonly json: boolean;
  /** Absolute path. */
  readonly stateDirectory: string;
  readonly help: boolean;
}

const DEFAULT_PORT = 3000;

/** The folder of the project, in which `.local/` is. */
export const PROJECT_ROOT = resolve(import.meta.dirname, '../../..');

/** Every state directory that was not chosen by hand lies here. */
export const LOCAL_FOLDER = resolve(PROJECT_ROOT, '.local');

export const USAGE = `Usage: npm start -- [options]

Runs the whole service on this machine.

  --port PORT    serve on 127.0.0.1:PORT (default: the variable PORT, else ${DEFAULT_PORT})
  --state DIR    keep data in DIR (default: .local/PORT)
  --json         when ready, print {"base_url":…,"api_key":…} on stdout and nothing else there
  --help         show this`;

/** @throws UserError for an option that does not exist or a port that is none. */
export function parseOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): LocalOptions {
  const { port: portText, state, json = false, help = false } = parse(args);
  const port = parsePort(portText ?? (environment.PORT || String(DEFAULT_PORT)));
  const stateDirectory = state === undefined ? resolve(LOCAL_FOLDER, String(port)) : resolve(state);
  return { port, json, stateDirectory, help };
}

function parse(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string' },
        state: { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    return values;
  } catch (error) {
    throw new UserError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) {
    throw new UserError(`The port must be a number from 1 to 65535, and is '${text}'.`);
  }
  return port;
}
