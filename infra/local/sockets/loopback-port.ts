import { createServer, type Server, type Socket } from 'node:net';
import { listen, PortInUseError } from './listen.ts';

/** Browsers ask for `localhost` and names below it at both addresses. */
const ADDRESSES = ['127.0.0.1', '::1'] as const;

/** How often to look for a port that is free at both addresses. */
const TRIES = 20;

/**
 * One port of both loopback addresses. As long as it is held, no other program can take half of it, such as a sandbox
 * that waits for the keys of a browser. Connections that nothing serves are closed.
 */
export class LoopbackPort {
  readonly port: number;
  readonly #listeners: readonly Server[];
  readonly #connections = new Set<Socket>();
  #server: Server | undefined;

  private constructor(listeners: readonly Server[], port: number) {
    this.#listeners = listeners;
    this.port = port;
    for (const listener of listeners) listener.on('connection', (socket) => this.#take(socket));
  }

  /** @param port 0 for any free one @throws PortInUseError when one of the addresses is taken */
  static async hold(port: number): Promise<LoopbackPort> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await LoopbackPort.#tryToHold(port);
      } catch (error) {
        if (port !== 0 || tries === TRIES || !(error instanceof PortInUseError)) throw error;
      }
    }
  }

  static async #tryToHold(wanted: number): Promise<LoopbackPort> {
    const listeners: Server[] = [];
    let port = wanted;
    try {
      for (const address of ADDRESSES) {
        const listener = createServer();
        const found = await listen(listener, port, address).catch((error: Error) => {
          if (isAbsent(error) && address === '::1') return undefined;
          throw error;
        });
        if (found === undefined) continue;
        port = found;
        listeners.push(listener);
      }
      return new LoopbackPort(listeners, port);
    } catch (error) {
      for (const listener of listeners) listener.close();
      throw error;
    }
  }

  /** Gives new connections to a server, which does not listen itself. */
  serve(server: Server): void {
    this.#server = server;
  }

  /** Closes new connections. Resolves when the others have ended, and cuts them off after the grace period. */
  async drain(graceMilliseconds: number): Promise<void> {
    this.#server = undefined;
    const timer = setTimeout(() => {
      for (const socket of this.#connections) socket.destroy();
    }, graceMilliseconds);
    await Promise.all([...this.#connections].map((socket) => new Promise((resolve) => socket.once('close', resolve))));
    clearTimeout(timer);
  }

  async release(): Promise<void> {
    await Promise.all(this.#listeners.map((listener) => new Promise((resolve) => listener.close(resolve))));
  }

  #take(socket: Socket): void {
    if (!this.#server) {
      socket.destroy();
      return;
    }
    this.#connections.add(socket);
    socket.once('close', () => this.#connections.delete(socket));
    this.#server.emit('connection', socket);
  }
}

/** Whether this machine does not have the address. */
function isAbsent({ cause }: Error): boolean {
  return ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(Object(cause).code);
}

/** The ports at which a server is reached: held by the caller, or the only one by itself until it has stopped. */
export class ServedPort {
  #held: LoopbackPort | undefined;
  #further: readonly LoopbackPort[] = [];
  #isOwn = false;
  #isStopping = false;

  async listen(server: Server, at: LoopbackPort | number, further: readonly LoopbackPort[] = []): Promise<number> {
    this.#isOwn = typeof at === 'number';
    this.#held = typeof at === 'number' ? await LoopbackPort.hold(at) : at;
    this.#further = further;
    for (const port of [this.#held, ...further]) port.serve(server);
    return this.#held.port;
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  async stop(graceMilliseconds: number): Promise<void> {
    this.#isStopping = true;
    await Promise.all([this.#held, ...this.#further].map((port) => port?.drain(graceMilliseconds)));
    if (this.#isOwn) await this.#held?.release();
  }
}
