import WebSocket from 'ws';
import { authFrame, eventSocketUrl, readEventFrame } from '../../../shared/client/agent-events.ts';
import { Arrivals } from './arrivals.ts';
import type { KeptEvent } from './history.ts';

/** Milliseconds without a frame before the connection is closed; the agent server pings every 30 seconds. */
const SILENCE = 90_000;

/** The maximum size of a frame, in bytes. A larger one closes the connection. */
const LARGEST = 16 * 1024 * 1024;

export interface LiveSource {
  /** The conversation on its agent server. */
  readonly url: string;
  readonly sessionKey: string;
  /** The server resends events from this time on, or all events if undefined. */
  readonly from: Date | undefined;
  /** Milliseconds without an event after which an empty batch is yielded. */
  readonly lookEvery: number;
  /** See `Arrivals`. */
  readonly hold: number;
}

/** Live events in batches until the connection closes. */
export async function* liveEvents(source: LiveSource): AsyncGenerator<readonly KeptEvent[], void> {
  const socket = new WebSocket(eventSocketUrl(source.url, source.from?.toISOString()), { maxPayload: LARGEST });
  const arrivals = new Arrivals(source.hold);
  let isOpen = true;
  let wake = () => {};
  const alive = setTimeout(() => socket.terminate(), SILENCE);
  socket.on('open', () => socket.send(authFrame(source.sessionKey)));
  socket.on('ping', () => alive.refresh());
  socket.on('message', (data) => {
    alive.refresh();
    const event = readEventFrame(data);
    if (event !== undefined) arrivals.add(event, Date.now());
    wake();
  });
  // The connection closes after an error. The caller then reads the state of the conversation.
  socket.on('error', () => wake());
  socket.on('close', () => {
    isOpen = false;
    wake();
  });
  try {
    while (isOpen || arrivals.nextIn(Date.now()) !== undefined) {
      const due = arrivals.nextIn(Date.now());
      if (isOpen && due !== 0) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, due ?? source.lookEvery);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      const batch = arrivals.take(Date.now(), !isOpen);
      if (batch.length > 0 || socket.readyState === WebSocket.OPEN) yield batch;
    }
  } finally {
    clearTimeout(alive);
    socket.terminate();
  }
}
