import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { WebSocket } from 'ws';

/** What is measured of a side, by its base URL. */
export interface Sizes {
  /** One after the other, and again by all clients at once. */
  readonly requests: number;
  readonly clients: number;
  readonly megabytes: number;
  readonly messages: number;
}

const MESSAGE = Buffer.alloc(1_000, 'event');
const MEGABYTE = Buffer.alloc(1_000_000, 'conversation');

/** Milliseconds of each small GET on a kept connection. */
export async function smallRequests(base: string, { requests }: Sizes): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const milliseconds: number[] = [];
  for (let sent = 0; sent < requests; sent += 1) {
    const began = performance.now();
    await get(base, agent);
    milliseconds.push(performance.now() - began);
  }
  agent.destroy();
  return milliseconds;
}

/** Small GETs per second by clients that each wait for their answer. */
export async function requestsPerSecond(base: string, { requests, clients }: Sizes): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  let left = requests;
  const client = async () => {
    while (left > 0) {
      left -= 1;
      await get(base, agent);
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: clients }, client));
  const seconds = (performance.now() - began) / 1_000;
  agent.destroy();
  return requests / seconds;
}

/** Megabytes per second. @throws when not all of it arrived */
export async function upload(base: string, { megabytes }: Sizes): Promise<number> {
  const began = performance.now();
  const outgoing = request(`${base}/upload`, { method: 'POST', agent: false });
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  for (let sent = 0; sent < megabytes; sent += 1) {
    if (!outgoing.write(MEGABYTE)) await once(outgoing, 'drain');
  }
  outgoing.end();
  const [answer] = await answered;
  let text = '';
  for await (const piece of answer) text += piece;
  if (text !== String(megabytes * MEGABYTE.length)) throw new Error(`${base} got ${text} bytes of the upload`);
  return megabytes / ((performance.now() - began) / 1_000);
}

/** Megabytes per second. @throws when not all of it arrived */
export async function download(base: string, { megabytes }: Sizes): Promise<number> {
  const began = performance.now();
  const bytes = await get(`${base}/download/${megabytes}`, undefined);
  if (bytes !== megabytes * MEGABYTE.length) throw new Error(`${base} gave ${bytes} bytes`);
  return megabytes / ((performance.now() - began) / 1_000);
}

/** Milliseconds of each message of 1 KB to the sandbox and back. */
export async function roundTrips(base: string, { messages }: Sizes): Promise<readonly number[]> {
  const socket = new WebSocket(`${base.replace('http', 'ws')}/socket`);
  await once(socket, 'open');
  const milliseconds: number[] = [];
  for (let sent = 0; sent < messages; sent += 1) {
    const began = performance.now();
    const answered = once(socket, 'message');
    socket.send(MESSAGE);
    await answered;
    milliseconds.push(performance.now() - began);
  }
  socket.terminate();
  return milliseconds;
}

/** @returns the bytes of the answer */
async function get(url: string, agent: Agent | undefined): Promise<number> {
  const outgoing = request(url, { agent: agent ?? false }).end();
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`);
  let bytes = 0;
  for await (const piece of answer) bytes += piece.length;
  return bytes;
}
