import type { Socket } from 'node:net';

/** Closes both sockets once neither has sent anything for so long; `onIdle` is called before. */
export function limitIdle(sockets: readonly [Socket, Socket], milliseconds: number, onIdle: () => void): void {
  const timer = setTimeout(() => {
    onIdle();
    for (const socket of sockets) socket.destroySoon();
  }, milliseconds);
  for (const socket of sockets) {
    socket.on('data', () => timer.refresh());
    socket.once('close', () => clearTimeout(timer));
  }
}
