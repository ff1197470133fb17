import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Page } from 'playwright-core';
import { eventually } from '../../support/service/eventually.ts';

/** What VS Code does in a browser: it holds a WebSocket to its own host, and opens it again when it closes. */
const page = `<!doctype html><title>starting</title><script>
const connect = () => {
  const socket = new WebSocket(location.origin.replace('http', 'ws') + location.search);
  socket.onmessage = ({ data }) => { document.title = data; };
  socket.onclose = () => { document.title = 'closed'; setTimeout(connect, 500); };
};
connect();
</script>`;

/** Listens on the socket in its arguments. Its process sends its own random id to each WebSocket. */
const program = `#!${process.execPath}
const { createServer } = process.getBuiltinModule('node:http');
const { createHash, randomUUID } = process.getBuiltinModule('node:crypto');
const id = randomUUID();
const accept = (key) => createHash('sha1').update(key + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11').digest('base64');
const page = ${JSON.stringify(page)};
const server = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(page));
server.on('upgrade', ({ headers }, socket) => {
  socket.on('error', () => socket.destroy());
  socket.write([
    'HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade',
    'Sec-WebSocket-Accept: ' + accept(headers['sec-websocket-key']), '', '',
  ].join('\\r\\n'));
  socket.write(Buffer.from([0x81, id.length, ...Buffer.from(id)]));
});
server.listen(process.argv[process.argv.indexOf('--socket-path') + 1]);
`;

/** A stand-in for VS Code. @returns the PATH on which a local service finds it */
export async function installStubEditor(folder: string): Promise<string> {
  const bin = join(folder, 'editor', 'bin');
  const file = join(bin, 'openvscode-server');
  await mkdir(bin, { recursive: true });
  await writeFile(file, program);
  await chmod(file, 0o755);
  return [bin, process.env.PATH].join(delimiter);
}

/** The process of the editor that the page is connected to, once it is another one than `before`. */
export function connectedEditor(shown: Page, before?: string): Promise<string> {
  return eventually('the page is connected to the editor', async () => {
    const title = await shown.title();
    if (title.length === 36 && title !== before) return title;
    throw new Error(`its title is ${title}`);
  });
}
