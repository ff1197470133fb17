import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type ConsoleOptions, consoleOptions } from './console-options.ts';
import { type EdgeOptions, edgeOptions, isDomain } from './edge-options.ts';
import { parsePort } from './port-option.ts';
import { UserError } from './user-error.ts';

/** What the person who starts the local service asked for. */
export interface LocalOptions extends EdgeOptions {
  readonly port: number;
  /** One line of JSON on stdout when ready, and nothing else there. */
  readonly json: boolean;
  /** Absolute path. */
  readonly stateDirectory: string;
  readonly help: boolean;
  /** Names besides localhost under which the service is asked. */
  readonly allowedHosts: readonly string[];
  /** Undefined without a console. */
  readonly console: ConsoleOptions | undefined;
  /** Whether sandboxes are kept apart from this person's processes and files, where that is possible. */
  readonly namespaces: boolean;
}

const DEFAULT_PORT = 3000;

/** The folder of the project, in which `.local/` is. */
export const PROJECT_ROOT = resolve(import.meta.dirname, '../../..');

/** Every state directory that was not chosen by hand lies here. */
export const LOCAL_FOLDER = resolve(PROJECT_ROOT, '.local');

export const USAGE = `Usage: npm start -- [options]

Runs the whole service on this machine.

  --port PORT            serve on 127.0.0.1:PORT (default: the variable PORT, else ${DEFAULT_PORT})
  --state DIR            keep data in DIR (default: .local/PORT)
  --json                 when ready, print {"base_url":…,"api_key":…,"sandbox_url":…,"console_url":…} on stdout and
                         nothing else there
  --allow-host NAME      also answer requests for http://NAME, which a proxy or a tunnel leads here; without it, for
                         localhost, 127.0.0.1 and [::1] alone; may be given several times
  --no-namespaces        for debugging: sandboxes run as you do, and can read what you can, this service's keys included
  --console-port PORT    the web console listens there (default: as before, else the next port that is free)
  --no-console           no web console: the start is quicker after a change of it
  --help                 show this

Sandboxes are reached through an edge, as on AWS, at http://127.0.0.1:EDGE/{label}.

  --edge-port PORT       the edge listens there (default: as before, else the next port that is free)
  --sandbox-domain NAME  sandboxes are at {label}.NAME, each an origin of its own; localhost needs no setting up,
                         another name has to lead to this machine with all names below it
  --tls-cert FILE        the edge speaks TLS with this certificate (PEM)
  --tls-key FILE         and this private key (PEM)
  --direct               no edge: plain HTTP to a port of this machine for each port of a sandbox`;

/** @throws UserError for an option that does not exist, a port that is none, and unusable options of the edge. */
export function parseOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): LocalOptions {
  const { port: portText, state, json = false, help = false, 'allow-host': hosts = [], ...others } = parse(args);
  const { 'no-namespaces': apart, 'no-console': noConsole, 'console-port': consolePort, ...edge } = others;
  const port = parsePort(portText ?? (environment.PORT || String(DEFAULT_PORT)));
  const stateDirectory = state === undefined ? resolve(LOCAL_FOLDER, String(port)) : resolve(state);
  const ofEdge = edgeOptions(help ? {} : edge);
  if (ofEdge.edgePort === port)
    throw new UserError(`The edge needs a port of its own: choose another --edge-port than ${port}.`);
  const console = consoleOptions({ off: noConsole, port: consolePort }, [port, ofEdge.edgePort]);
  const allowedHosts = hosts.map(parseHost);
  return { port, json, stateDirectory, help, allowedHosts, console, namespaces: !apart, ...ofEdge };
}

function parseHost(text: string): string {
  const name = text.toLowerCase();
  if (isDomain(name) || /^(?:\d{1,3}\.){3}\d{1,3}$/.test(name)) return name;
  throw new UserError(`--allow-host takes a name such as service.example, without a port, and '${text}' is none.`);
}

function parse(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string' },
        state: { type: 'string' },
        json: { type: 'boolean' },
        'allow-host': { type: 'string', multiple: true },
        help: { type: 'boolean', short: 'h' },
        'no-namespaces': { type: 'boolean' },
        'console-port': { type: 'string' },
        'no-console': { type: 'boolean' },
        direct: { type: 'boolean' },
        'edge-port': { type: 'string' },
        'sandbox-domain': { type: 'string' },
        'tls-cert': { type: 'string' },
        'tls-key': { type: 'string' },
      },
    });
    return values;
  } catch (error) {
    throw new UserError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}
