import { createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Responses with which a server holds its client. */
export const hostileAnswers: Readonly<Record<string, (socket: Socket) => void>> = {
  'a change of protocol': (socket) => void socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n'),
  'a change of protocol to WebSocket': (socket) =>
    void socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
  'endless informational responses': (socket) => repeat(socket, 'HTTP/1.1 103 Early Hints\r\nx: y\r\n\r\n'),
  'endless 100 Continue': (socket) => repeat(socket, 'HTTP/1.1 100 Continue\r\n\r\n'),
  silence: () => {},
  'half of a connection': (socket) => void socket.end(),
  'a beginning of headers': (socket) => void socket.write('HTTP/1.1 200 OK\r\nx-'),
  'headers letter by letter': (socket) => repeat(socket, 'y', 'HTTP/1.1 200 OK\r\nx: '),
  'a body letter by letter': (socket) => repeat(socket, 'y', 'HTTP/1.1 200 OK\r\nContent-Length: 9999999\r\n\r\n'),
  'a body without an end': (socket) =>
    void socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n'),
};

function repeat(socket: Socket, text: string, first = ''): void {
  socket.write(first);
  const timer = setInterval(() => socket.write(text), 2);
  socket.once('close', () => clearInterval(timer));
}

export interface HostileServer {
  readonly port: number;
  readonly url: string;
  /** Connections that the client has not closed. */
  readonly connections: ReadonlySet<Socket>;
}

/** Responds to each request like this until the end of the test, and never closes a connection by itself. */
export async function hostileServer(answer: (socket: Socket) => void): Promise<HostileServer> {
  const connections = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
    socket.on('end', () => socket.end());
    socket.on('error', () => socket.destroy());
    socket.once('data', () => answer(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of connections) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return { port: address.port, url: `http://127.0.0.1:${address.port}`, connections };
}
