import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { WebSocketServer } from 'ws';

// A process that stands for a sandbox: it answers a small text, counts what is uploaded, gives as many bytes as the
// path says, and says back what its WebSockets get. Its first message is its port.

const small = JSON.stringify({ events: Array.from({ length: 10 }, (_, id) => ({ id, kind: 'MessageEvent' })) });
const megabyte = Buffer.alloc(1_000_000, 'conversation');

const origin = createServer(async (message, response) => {
  if (message.method === 'POST') {
    let bytes = 0;
    for await (const piece of message) bytes += piece.length;
    response.end(String(bytes));
    return;
  }
  const megabytes = Number(/\/download\/(\d+)$/.exec(message.url ?? '')?.[1] ?? 0);
  if (megabytes > 0) return pipeline(Readable.from(Array<Buffer>(megabytes).fill(megabyte)), response);
  response.setHeader('content-type', 'application/json').end(small);
});
new WebSocketServer({ server: origin }).on('connection', (socket) => {
  socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }));
});
origin.listen(0, '127.0.0.1', () => process.send?.((origin.address() as AddressInfo).port));
process.on('disconnect', () => process.exit(0));
