import { join } from 'node:path';
import { PortInUseError } from '../sockets/listen.ts';
import { LoopbackPort } from '../sockets/loopback-port.ts';
import { readStateFile, writeStateFile } from '../state/state-file.ts';
import type { EdgeOptions } from '../terminal/options.ts';
import type { PartOptions } from '../terminal/part-options.ts';
import { UserError } from '../terminal/user-error.ts';
import { SANDBOX_PORTS, SandboxPorts } from './sandbox-ports.ts';

/** The ports that people and browsers reach. */
export interface HeldPorts {
  readonly api: LoopbackPort;
  /** Undefined without an edge. */
  readonly edge: LoopbackPort | undefined;
  /** Those of single sandboxes. Undefined without an edge. */
  readonly sandboxes: SandboxPorts | undefined;
  /** Undefined without a console. */
  readonly console: LoopbackPort | undefined;
  /** Undefined without an identity provider. */
  readonly oidc: LoopbackPort | undefined;
}

interface Wanted {
  readonly port: number;
  readonly edge: Pick<EdgeOptions, 'direct' | 'edgePort' | 'sandboxDomain' | 'sandboxPaths'>;
  readonly console?: PartOptions | undefined;
  readonly oidc?: PartOptions | undefined;
  readonly stateDirectory: string;
}

/**
 * Holds the ports of the service, before its sandboxes start and until they have ended, so that none of them can take
 * one. All but the API's are the ports of the last start, which people and running sandboxes know.
 *
 * @param release receives each port as soon as it is held
 * @throws UserError when an address of a port is taken
 */
export async function holdPorts(
  { port, edge, console, oidc, stateDirectory }: Wanted,
  release: (port: LoopbackPort) => void,
): Promise<HeldPorts> {
  const keep = async (held: Promise<LoopbackPort>): Promise<LoopbackPort> => {
    release(await held);
    return held;
  };
  const api = await keep(hold(port, '', (other) => `PORT=${other} npm start`));
  const ofEdge = edge.direct
    ? undefined
    : await keep(
        holdKept({
          chosen: edge.edgePort,
          next: api.port + 1,
          file: join(stateDirectory, 'edge-port'),
          of: ' of the edge',
          option: '--edge-port',
        }),
      );
  const ofConsole =
    console &&
    (await keep(
      holdKept({
        chosen: console.port,
        // Easy to remember.
        next: (ofEdge?.port ?? api.port) + 1,
        file: join(stateDirectory, 'console-port'),
        of: ' of the console',
        option: '--console-port',
      }),
    ));
  const ofOidc =
    oidc &&
    (await keep(
      holdKept({
        chosen: oidc.port,
        next: (ofConsole?.port ?? ofEdge?.port ?? api.port) + 1,
        file: join(stateDirectory, 'oidc-port'),
        of: ' of the identity provider',
        option: '--oidc-port',
      }),
    ));
  const count = edge.sandboxPaths || edge.sandboxDomain !== undefined ? 0 : SANDBOX_PORTS;
  const sandboxes =
    ofEdge && (await SandboxPorts.hold({ count, file: join(stateDirectory, 'sandbox-ports') }, release));
  return { api, edge: ofEdge, sandboxes, console: ofConsole, oidc: ofOidc };
}

interface KeptPort {
  /** The port that the user chose. */
  readonly chosen: number | undefined;
  /** The port to try on the first start. */
  readonly next: number;
  /** The file that keeps the port of the last start. */
  readonly file: string;
  readonly of: string;
  readonly option: string;
}

/** The chosen port, otherwise that of the last start. On the first start, the next one or any free one. */
async function holdKept({ chosen, next, file, of, option }: KeptPort): Promise<LoopbackPort> {
  const kept = Number((await readStateFile(file)) ?? 0);
  const wanted = chosen ?? kept;
  const held =
    wanted === 0 ? await holdFirst(next) : await hold(wanted, of, (other) => `npm start -- ${option} ${other}`);
  if (held.port !== kept) await writeStateFile(file, String(held.port));
  return held;
}

async function holdFirst(next: number): Promise<LoopbackPort> {
  try {
    return await LoopbackPort.hold(next <= 65_535 ? next : 0);
  } catch (error) {
    if (!(error instanceof PortInUseError)) throw error;
    return LoopbackPort.hold(0);
  }
}

/** @throws UserError */
async function hold(port: number, of: string, command: (port: number) => string): Promise<LoopbackPort> {
  try {
    return await LoopbackPort.hold(port);
  } catch (error) {
    if (error instanceof PortInUseError) {
      throw new UserError(
        `Port ${port}${of} is in use at ${error.address}. Stop the program that uses it, or choose another port: ${command(port + 1)}`,
      );
    }
    if (error instanceof Error && Object(error.cause).code === 'EACCES') {
      throw new UserError(`You are not allowed to use port ${port}. Choose one above 1023: ${command(3000)}`);
    }
    throw error;
  }
}
