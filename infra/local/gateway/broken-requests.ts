import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Answer } from './exchange.ts';

/** How long a client may take to read an answer and close its side. */
const READ_WITHIN_MS = 1_000;

/** Sends an answer on a connection on which nothing more can be understood, and ends it. */
export function answerAndClose(socket: Socket, { status, headers, body }: Answer): void {
  const all = [...headers, ['Content-Length', String(body.length)], ['Connection', 'close']] as const;
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...all.map((header) => header.join(': ')), '', ''];
  socket.end(Buffer.concat([Buffer.from(head.join('\r\n')), body]));
  // Closing at once, with bytes of the client unread, would keep the answer from it.
  const timer = setTimeout(() => socket.destroy(), READ_WITHIN_MS);
  socket.once('close', () => clearTimeout(timer));
}
