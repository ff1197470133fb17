import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import type { Origin } from './verdict.ts';

/** The origin took longer than it may: CloudFront answers 504. */
export class OriginTimeout extends Error {}

/**
 * Ends the request with an OriginTimeout when the connection takes too long, or nothing passes for the read timeout,
 * which is the time to the first byte and between packets.
 *
 * @param isViewerSlow whether the edge waits for the viewer, which is not the fault of the origin
 */
export function limitTimes(request: ClientRequest, origin: Origin, isViewerSlow: () => boolean): void {
  const watch = (socket: Socket) => {
    if (!socket.connecting) return limitReading(request, socket, origin.readTimeoutSeconds, isViewerSlow);
    const seconds = origin.connectionTimeoutSeconds;
    const timer = setTimeout(() => {
      request.destroy(new OriginTimeout(`the origin took no connection within ${seconds} s`));
    }, seconds * 1_000);
    request.once('close', () => clearTimeout(timer));
    socket.once('connect', () => {
      clearTimeout(timer);
      limitReading(request, socket, origin.readTimeoutSeconds, isViewerSlow);
    });
  };
  if (request.socket) watch(request.socket);
  else request.once('socket', watch);
}

/** Not by the timeout of the request, which tells only once. */
function limitReading(request: ClientRequest, socket: Socket, seconds: number, isViewerSlow: () => boolean): void {
  const check = () => {
    const { bytesRead } = socket;
    // A process that was busy meets its timers before the packets that came meanwhile.
    setImmediate(() => {
      if (isViewerSlow() || socket.bytesRead > bytesRead) socket.setTimeout(seconds * 1_000);
      else request.destroy(new OriginTimeout(`the origin sent nothing for ${seconds} s`));
    });
  };
  socket.setTimeout(seconds * 1_000);
  socket.on('timeout', check);
  request.once('close', () => socket.off('timeout', check));
}
