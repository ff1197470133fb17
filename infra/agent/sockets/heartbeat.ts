/** What is needed of a WebSocket. */
interface PingedSocket {
  ping(): void;
  terminate(): void;
  on(event: 'pong' | 'close', act: () => void): unknown;
}

/**
 * Pings every open WebSocket. Proxies learn that an idle one is in use: the edge in front of a sandbox ends one without
 * traffic for 10 minutes. This server learns that a client is gone, as that one leaves a ping without an answer.
 */
export class Heartbeat {
  private readonly intervalMilliseconds: number;
  private readonly open = new Set<PingedSocket>();
  private readonly answered = new WeakSet<PingedSocket>();
  private timer: NodeJS.Timeout | undefined;

  constructor(intervalMilliseconds = 30_000) {
    this.intervalMilliseconds = intervalMilliseconds;
  }

  add(socket: PingedSocket): void {
    this.open.add(socket);
    this.answered.add(socket);
    socket.on('pong', () => this.answered.add(socket));
    socket.on('close', () => this.open.delete(socket));
    this.timer ??= setInterval(() => this.ping(), this.intervalMilliseconds).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private ping(): void {
    for (const socket of this.open) {
      if (!this.answered.delete(socket)) socket.terminate();
      else socket.ping();
    }
  }
}
