import WebSocket from 'ws';
import type { KeptEvent } from './kept-event.ts';

/** How long an agent server may be silent, in milliseconds: it pings every 30 seconds. */
const SILENCE = 90_000;

export interface LiveSource {
  /** The conversation on its agent server. */
  readonly url: string;
  readonly sessionKey: string;
  /** Events from then on are sent again; all of them without it. */
  readonly from: Date | undefined;
}

/** Where the WebSocket of a conversation is; its key is not part of it. */
export function socketAddress({ url, from }: Pick<LiveSource, 'url' | 'from'>): string {
  const address = url.replace(/^http/, 'ws').replace(/\/api\/conversations\/([^/]+)\/?$/, '/sockets/events/$1');
  const time = from?.toISOString().replace('Z', '');
  const query = new URLSearchParams(time === undefined ? [['resend_mode', 'all']] : since(time));
  return `${address}?${query}`;
}

const since = (time: string): [string, string][] => [
  ['resend_mode', 'since'],
  ['after_timestamp', time],
];

/** Events as they come, until the connection ends for whatever reason. */
export async function* liveEvents(source: LiveSource): AsyncGenerator<KeptEvent, void> {
  const socket = new WebSocket(socketAddress(source));
  const arrived: KeptEvent[] = [];
  let isOpen = true;
  let wake = () => {};
  const alive = setTimeout(() => socket.terminate(), SILENCE);
  socket.on('open', () => socket.send(JSON.stringify({ type: 'auth', session_api_key: source.sessionKey })));
  socket.on('ping', () => alive.refresh());
  socket.on('message', (data) => {
    alive.refresh();
    arrived.push(JSON.parse(data.toString()));
    wake();
  });
  // The close that follows an error ends the events; the caller finds out what the conversation has come to.
  socket.on('error', () => wake());
  socket.on('close', () => {
    isOpen = false;
    wake();
  });
  try {
    while (isOpen || arrived.length > 0) {
      yield* arrived.splice(0);
      if (isOpen && arrived.length === 0)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  } finally {
    clearTimeout(alive);
    socket.terminate();
  }
}
