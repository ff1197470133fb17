import { fork } from 'node:child_process';
import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { listen } from '../../support/http/servers.ts';

/** The prefix of a piece of text that has the time at which it was sent. */
const SENT = 'sent-';

/** A stream, asked for by the name of its model: `PIECES-MILLISECONDS`. */
export interface StreamAsked {
  readonly pieces: number;
  /** Between two pieces; 0 for as fast as they are taken. */
  readonly everyMs: number;
}

export const modelOf = ({ pieces, everyMs }: StreamAsked) => `${pieces}-${everyMs}`;

/** The time of this machine's clock, with fractions of a millisecond, for all processes alike. */
export const clockMs = () => performance.timeOrigin + performance.now();

/** The delays of the pieces in a part of a stream, in milliseconds. */
export function delaysIn(text: string): readonly number[] {
  const now = clockMs();
  return [...text.matchAll(/sent-([\d.]+)/g)].map(([, sent]) => now - Number(sent));
}

/** Starts the provider in a process of its own, so that its CPU time does not count. */
export async function startProvider(): Promise<{ readonly url: string; readonly stop: () => void }> {
  const child = fork(process.argv[1] ?? '', ['--provider'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve(String(message)));
    child.once('exit', (code) => reject(new Error(`The provider ended with ${code}.`)));
  });
  return { url, stop: () => void child.kill() };
}

/** The provider: chat completions of OpenAI, as streams of small pieces. */
export async function serveProvider(): Promise<void> {
  const server = createServer(async (incoming, response) => {
    response.on('error', () => undefined);
    let text = '';
    for await (const part of incoming) text += part;
    const { model }: { model: string } = JSON.parse(text);
    const [pieces = 0, everyMs = 0] = model.split('-').map(Number);
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    await stream(response, { pieces, everyMs });
    response.end();
  });
  process.send?.(await listen(server));
  process.once('disconnect', () => process.exit(0));
}

async function stream(response: ServerResponse, { pieces, everyMs }: StreamAsked): Promise<void> {
  const begin = clockMs();
  for (let index = 0; index < pieces; index += 1) {
    const wait = begin + index * everyMs - clockMs();
    if (wait > 0) await pause(wait);
    const hasRoom = response.write(event({ choices: [delta(`${SENT}${clockMs()}`)] }));
    if (!hasRoom) await new Promise((resolve) => response.once('drain', resolve));
  }
  const usage = { prompt_tokens: 1_000, completion_tokens: pieces, total_tokens: 1_000 + pieces };
  response.write(event({ choices: [], usage }));
  response.write('data: [DONE]\n\n');
}

const common = { id: 'chatcmpl-bench', object: 'chat.completion.chunk', created: 1_790_000_000, model: 'bench' };
const event = (fields: object) => `data: ${JSON.stringify({ ...common, ...fields })}\n\n`;
const delta = (content: string) => ({ index: 0, delta: { content }, logprobs: null, finish_reason: null });
