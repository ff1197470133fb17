import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type AgentChoice, agentOption } from './agent-choice.ts';
import { consoleOptions, oidcOptions, type PartOptions } from './part-options.ts';
import { parsePort } from './port-option.ts';
import { parseTls, type Tls, type TlsArguments } from './tls-options.ts';
import { UserError } from './user-error.ts';

/** The options of the person who starts the local service. */
export interface LocalOptions extends EdgeOptions {
  readonly port: number;
  /** Prints one line of JSON on stdout when ready, and nothing else. */
  readonly json: boolean;
  /** Shows the whole log on the terminal, in addition to the file. */
  readonly verbose: boolean;
  /** Absolute path. */
  readonly stateDirectory: string;
  readonly help: boolean;
  /** Host names besides localhost that requests may use. */
  readonly allowedHosts: readonly string[];
  /** The agent of conversations that name no spec; undefined: the installed one, or else the reference agent. */
  readonly agent: AgentChoice | undefined;
  /** Undefined without a console. */
  readonly console: PartOptions | undefined;
  /** The identity provider of this machine. Undefined without one. */
  readonly oidc: PartOptions | undefined;
  /** Whether sandboxes are isolated from this person's processes and files, where that is possible. */
  readonly namespaces: boolean;
}

const DEFAULT_PORT = 3000;

/** The folder of the project, which contains `.local/`. */
export const PROJECT_ROOT = resolve(import.meta.dirname, '../../..');

/** The default folder of state directories. */
export const LOCAL_FOLDER = resolve(PROJECT_ROOT, '.local');

export const USAGE = `Usage: npm start -- [options]

Runs the whole service on this machine.

  --agent openhands      conversations get the OpenHands agent, which is installed into DIR at the first use
  --agent reference      conversations get the reference agent, which calls no model
                         (default: an installed OpenHands agent, else the reference agent)
  --port PORT            serve on 127.0.0.1:PORT and [::1]:PORT (default: the variable PORT, else ${DEFAULT_PORT})
  --state DIR            keep data in DIR (default: .local/PORT)
  --json                 when ready, print {"base_url":…,"api_key":…,"sandbox_url":…,"console_url":…} on stdout and
                         nothing else there
  --verbose              show the whole log; without it, only failures, and the rest in DIR/service.log
  --allow-host NAME      also serve requests for http://NAME, for a proxy or a tunnel; without it, only for
                         localhost, 127.0.0.1 and [::1]; repeatable
  --no-namespaces        for debugging: sandboxes run as you and can read what you can, including this service's keys
  --console-port PORT    port of the web console (default: that of the last start, or the next free one)
  --no-console           start without the web console
  --oidc                 people sign in, at an identity provider of this machine that asks for no password
  --oidc-port PORT       port of that provider (default: that of the last start, or the next free one)
  --help                 show this

Sandboxes are reached through an edge, as on AWS, each at a port of its own.

  --edge-port PORT       port of the edge (default: that of the last start, or the next free one)
  --sandbox-paths        sandboxes are at http://127.0.0.1:EDGE/{label}, as on AWS without a domain
  --sandbox-domain NAME  sandboxes are at {label}.NAME, each with its own origin; localhost needs no setup,
                         another name and all names below it must resolve to this machine
  --tls-cert FILE        the edge speaks TLS with this certificate (PEM)
  --tls-key FILE         and this private key (PEM)
  --direct               no edge: plain HTTP to a port of this machine for each port of a sandbox`;

/** @throws UserError for an unknown option, an invalid port, and unusable options of the edge */
export function parseOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): LocalOptions {
  const {
    port: portText,
    state,
    json = false,
    verbose = false,
    help = false,
    'allow-host': hosts = [],
    ...others
  } = parse(args);
  const { 'no-namespaces': noNamespaces, 'no-console': noConsole, 'console-port': consolePort, ...further } = others;
  const { oidc: withOidc, 'oidc-port': oidcPort, agent, ...edge } = further;
  const port = parsePort(portText ?? (environment.PORT || String(DEFAULT_PORT)));
  const stateDirectory = state === undefined ? resolve(LOCAL_FOLDER, String(port)) : resolve(state);
  const ofEdge = edgeOptions(help ? {} : edge);
  if (ofEdge.edgePort === port)
    throw new UserError(`The service already has port ${port}. Choose another --edge-port.`);
  const console = consoleOptions({ off: noConsole, port: consolePort }, [port, ofEdge.edgePort]);
  const oidc = oidcOptions({ on: withOidc, port: oidcPort }, [port, ofEdge.edgePort, console?.port]);
  const allowedHosts = hosts.map(parseHost);
  const parts = { console, oidc, agent: agentOption(agent), namespaces: !noNamespaces, ...ofEdge };
  return { port, json, verbose, stateDirectory, help, allowedHosts, ...parts };
}

function parseHost(text: string): string {
  const name = text.toLowerCase();
  if (isDomain(name) || /^(?:\d{1,3}\.){3}\d{1,3}$/.test(name)) return name;
  throw new UserError(`--allow-host takes a name without a port, such as service.example, not '${text}'.`);
}

function parse(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        agent: { type: 'string' },
        port: { type: 'string' },
        state: { type: 'string' },
        json: { type: 'boolean' },
        verbose: { type: 'boolean' },
        'allow-host': { type: 'string', multiple: true },
        help: { type: 'boolean', short: 'h' },
        'no-namespaces': { type: 'boolean' },
        'console-port': { type: 'string' },
        'no-console': { type: 'boolean' },
        oidc: { type: 'boolean' },
        'oidc-port': { type: 'string' },
        direct: { type: 'boolean' },
        'edge-port': { type: 'string' },
        'sandbox-paths': { type: 'boolean' },
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

/** How sandboxes are reached on this machine. */
export interface EdgeOptions {
  /** Maps each port of a sandbox to a port of this machine, without an edge. */
  readonly direct: boolean;
  /** Port of the edge; undefined for the port of the last start, or any free one. */
  readonly edgePort: number | undefined;
  /** Whether all sandboxes are at the port of the edge, with the label as the first part of the path. */
  readonly sandboxPaths: boolean;
  /** A sandbox is at `{label}.` and this name; undefined when it has a port of its own or a path. */
  readonly sandboxDomain: string | undefined;
  /** Certificate and key of the edge; undefined for plain HTTP. */
  readonly tls: Tls | undefined;
}

interface EdgeArguments extends TlsArguments {
  readonly direct?: boolean | undefined;
  readonly 'edge-port'?: string | undefined;
  readonly 'sandbox-paths'?: boolean | undefined;
  readonly 'sandbox-domain'?: string | undefined;
}

const DOMAIN = /^(?=.{1,204}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;

/** @throws UserError for conflicting options and for an unusable certificate */
function edgeOptions(given: EdgeArguments): EdgeOptions {
  const { direct = false, 'edge-port': port, 'sandbox-paths': sandboxPaths = false, 'sandbox-domain': domain } = given;
  const ofEdge = (['edge-port', 'sandbox-paths', 'sandbox-domain', 'tls-cert', 'tls-key'] as const).find(
    (name) => given[name] !== undefined,
  );
  if (direct && ofEdge !== undefined) {
    throw new UserError(`--direct runs no edge, and --${ofEdge} is an option of the edge. Leave out one of the two.`);
  }
  if (sandboxPaths && domain !== undefined) {
    throw new UserError('--sandbox-paths and --sandbox-domain exclude each other. Leave out one of the two.');
  }
  const sandboxDomain = domain === undefined ? undefined : parseDomain(domain);
  const tls = parseTls(given);
  if (tls && sandboxDomain?.includes('.') === false) {
    throw new UserError(
      `No client accepts a certificate for *.${sandboxDomain}: with TLS, give --sandbox-domain a name with a dot, such as sandboxes.${sandboxDomain}.`,
    );
  }
  return { direct, edgePort: port === undefined ? undefined : parsePort(port), sandboxPaths, sandboxDomain, tls };
}

function parseDomain(text: string): string {
  const domain = text.toLowerCase();
  if (!isDomain(domain)) {
    throw new UserError(`--sandbox-domain takes a domain name such as localhost, not '${text}'.`);
  }
  return domain;
}

/** Whether a lower-case text is a name, not an address. */
function isDomain(text: string): boolean {
  return DOMAIN.test(text) && !/^[\d.]+$/.test(text);
}
