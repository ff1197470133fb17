// The least that a request can cost: Node's own server, with an answer of the size of a list.
import { createServer } from 'node:http';

const items = Array.from({ length: 20 }, (_, row) => ({ id: `conversation-${row}`, title: 'x'.repeat(500) }));
const text = JSON.stringify({ items });

const server = createServer((_request, response) => {
  response.setHeader('Content-Type', 'application/json').end(JSON.stringify(JSON.parse(text)));
});
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
