import { rm } from 'node:fs/promises';
import { CONSOLE_URL } from '../../../shared/contract/endpoint/stage-variables.ts';
import { builtConsole } from '../../bundling/built-console.ts';
import { consoleConfig } from '../../console/config.ts';
import { sandboxOriginsOf } from '../../console/headers.ts';
import type { LocalAgent } from '../agent-server/local-agent.ts';
import type { Assembly } from '../assembly/assembly.ts';
import { linkTree } from '../build/assembly-build.ts';
import { ConsoleServer } from '../console/console-server.ts';
import type { LoopbackPort } from '../sockets/loopback-port.ts';
import type { LocalLog } from '../terminal/log.ts';
import { UserError } from '../terminal/user-error.ts';
import { machineApi } from './machine-api.ts';

export interface LocalConsoleOptions {
  /** Directory with the built files. */
  readonly site: string;
  readonly allowedHosts: readonly string[];
  /** The template of the service, whose settings the console follows. */
  readonly assembly: Assembly;
  readonly agent: LocalAgent;
  readonly log: LocalLog;
}

/** Addresses that are known once the edge is listening. */
interface Neighbours {
  readonly apiUrl: string;
  /** With `{label}` in it; undefined where sandboxes are reached directly. */
  readonly sandboxUrl: string | undefined;
  /** Whether sandboxes can also have ports of their own. */
  readonly hasSandboxPorts: boolean;
  readonly port: LoopbackPort;
}

/** The web console, at its own origin on this machine. */
export class LocalConsole {
  readonly #options: LocalConsoleOptions;
  #server: ConsoleServer | undefined;
  #url: string | undefined;

  constructor(options: LocalConsoleOptions) {
    this.#options = options;
  }

  async start({ apiUrl, sandboxUrl, hasSandboxPorts, port }: Neighbours): Promise<void> {
    const { site, allowedHosts, assembly, agent, log } = this.#options;
    const oidc = variableIn(assembly, 'OIDC');
    const anyPort = hasSandboxPorts ? sandboxOriginsOf(sandboxUrl?.replace(/\/\/.*/, '//127.0.0.1:*')) : [];
    const reach = {
      apiOrigin: apiUrl,
      sandboxOrigins: [...sandboxOriginsOf(sandboxUrl), ...anyPort],
      providerOrigins: oidc === undefined ? [] : [new URL(JSON.parse(oidc).issuer).origin],
    };
    const config = consoleConfig({
      apiUrl,
      publicLinks: variableIn(assembly, 'PUBLIC_LINKS') !== 'false',
      isLocal: true,
    });
    const machine = machineApi({ agent, apiUrl, log });
    const server = await ConsoleServer.create({ site, config, reach, allowedHosts, machine });
    await server.listen(port);
    this.#server = server;
    this.#url = `http://127.0.0.1:${port.port}`;
  }

  /** URL without a trailing slash; undefined before the start. */
  get url(): string | undefined {
    return this.#url;
  }

  /** Variables of the API's stage, with which it sends people to the console. */
  get stageVariables(): Readonly<Record<string, string>> {
    return this.#url === undefined ? {} : { [CONSOLE_URL]: this.#url };
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
  }
}

/** A setting in the template, from a function that has it as a variable. */
function variableIn(assembly: Assembly, name: string): string | undefined {
  return assembly
    .ofType('AWS::Lambda::Function')
    .map(({ properties }) => Object(Object(properties.Environment).Variables)[name])
    .find((text) => typeof text === 'string');
}

/**
 * Builds the console and links its files into `directory`, where no other start removes them.
 *
 * @throws UserError with the output of a failed build
 */
export async function builtSite(directory: string, signal: AbortSignal): Promise<string> {
  const built = await builtConsole(signal).catch((error: Error) => {
    throw new UserError(`The console could not be built; --no-console starts without it:\n${error.message}`);
  });
  await rm(directory, { recursive: true, force: true });
  await linkTree(built, directory);
  return directory;
}
