import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import type { Origin } from './verdict.ts';

/** The origin took longer than it may: CloudFront answers 504. */
export class OriginTimeout extends Error {}

/**
 * Ends the request with an OriginTimeout when the connection takes too long, or nothing passes for the read timeout,
 * which is the time to the first byte and between packets.
 *
 * @param viewer where the answer goes: the time that the edge waits for it does not count
 */
export function limitTimes(request: ClientRequest, origin: Origin, viewer: Writable): void {
  const watch = (socket: Socket) => {
    if (!socket.connecting) return limitReading(request, socket, origin.readTimeoutSeconds, viewer);
    const seconds = origin.connectionTimeoutSeconds;
    const timer = setTimeout(() => {
      request.destroy(new OriginTimeout(`the origin took no connection within ${seconds} s`));
    }, seconds * 1_000);
    request.once('close', () => clearTimeout(timer));
    socket.once('connect', () => {
      clearTimeout(timer);
      limitReading(request, socket, origin.readTimeoutSeconds, viewer);
    });
  };
  if (request.socket) watch(request.socket);
  else request.once('socket', watch);
}

/** Not by the timeout of the request, which tells only once. */
function limitReading(request: ClientRequest, socket: Socket, seconds: number, viewer: Writable): void {
  const milliseconds = seconds * 1_000;
  let drainedAt = Number.NEGATIVE_INFINITY;
  const drained = () => {
    drainedAt = performance.now();
  };
  const check = () => {
    const { bytesRead } = socket;
    // A process that was busy meets its timers before the packets that came meanwhile.
    setImmediate(() => {
      const isViewerSlow = viewer.writableNeedDrain || performance.now() - drainedAt < milliseconds;
      if (isViewerSlow || socket.bytesRead > bytesRead) socket.setTimeout(milliseconds);
      else request.destroy(new OriginTimeout(`the origin sent nothing for ${seconds} s`));
    });
  };
  socket.setTimeout(milliseconds);
  socket.on('timeout', check);
  viewer.on('drain', drained);
  request.once('close', () => {
    socket.off('timeout', check);
    viewer.off('drain', drained);
  });
}
