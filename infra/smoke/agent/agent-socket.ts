import WebSocket from 'ws';
import { StepFailed } from '../until.ts';
import { type Agent, socketUrl } from './agent.ts';
import { type Frame, frameIn } from './frame.ts';

/** The WebSocket of a conversation. It collects events. */
export class AgentSocket implements AsyncDisposable {
  readonly url: string;
  readonly #socket: WebSocket;
  readonly #frames: Frame[] = [];
  readonly #began = performance.now();
  #end: string | undefined;

  private constructor(url: string, socket: WebSocket) {
    this.url = url;
    this.#socket = socket;
    socket.on('message', (data) => {
      const frame = frameIn(data.toString());
      if (frame) this.#frames.push(frame);
    });
    socket.on('close', (code, reason) => {
      this.#end ??= `The WebSocket was closed with ${code} ${reason.toString()}`.trimEnd();
    });
    socket.on('error', (error) => {
      this.#end ??= `The WebSocket failed: ${error.message}`;
    });
  }

  /** Sends the key in a header, as URLs are logged. @throws StepFailed when the connection is refused */
  static async open(agent: Agent, signal: AbortSignal): Promise<AgentSocket> {
    const url = socketUrl(agent);
    const socket = new WebSocket(url, { headers: { 'X-Session-API-Key': agent.sessionKey } });
    const opened = new AgentSocket(url, socket);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    socket.once('open', resolve);
    socket.once('unexpected-response', (_, response) => {
      reject(new StepFailed(`The WebSocket at ${url} was refused with ${response.statusCode}.`));
      response.destroy();
    });
    socket.once('error', (error) => reject(new StepFailed(`The WebSocket at ${url} did not open: ${error.message}`)));
    try {
      signal.throwIfAborted();
      await promise;
      return opened;
    } catch (error) {
      socket.terminate();
      throw error;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** The events so far. @throws StepFailed when the WebSocket is closed */
  get frames(): readonly Frame[] {
    if (this.#end !== undefined) throw new StepFailed(`${this.#end}, after ${this.#frames.length} events.`);
    return this.#frames;
  }

  /** The time since it was opened. */
  get seconds(): number {
    return (performance.now() - this.#began) / 1000;
  }

  say(text: string): void {
    this.#socket.send(JSON.stringify({ role: 'user', content: [{ type: 'text', text }] }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.terminate();
  }
}
