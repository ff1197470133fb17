import { describe, expect, it } from 'vitest';
import { StartStream, statesIn } from '../../../../infra/smoke/start-stream.ts';

const state = (status: string) => JSON.stringify({ status });
const never = new AbortController().signal;

function streamOf(...pieces: readonly string[]): StartStream {
  return new StartStream(ReadableStream.from(pieces.map((piece) => new TextEncoder().encode(piece))));
}

async function statusesOf(stream: StartStream): Promise<readonly (readonly string[])[]> {
  const all: string[][] = [];
  for (;;) {
    const states = await stream.next(never);
    if (states.length === 0) return all;
    all.push(states.map(({ status }) => status));
  }
}

describe('stream of a start', () => {
  it('gives each state when it comes', async () => {
    const stream = streamOf(`[${state('WORKING')}`, '\n', `,\n${state('READY')}`, ']');

    expect(await statusesOf(stream)).toEqual([['WORKING'], ['READY']]);
  });

  it('gives all states together where they come together', async () => {
    expect(await statusesOf(streamOf(`[${state('WORKING')},\n${state('READY')}]`))).toEqual([['WORKING', 'READY']]);
  });

  it('waits for the rest of a state that is cut', async () => {
    const text = `[${state('WORKING')},\n${state('READY')}]`;

    expect(await statusesOf(streamOf(text.slice(0, 12), text.slice(12, 30), text.slice(30)))).toEqual([
      ['WORKING', 'READY'],
    ]);
    expect(statesIn('[{"status":"WOR')).toEqual([]);
  });

  it('ends when its reader gives up', async () => {
    const user = new AbortController();
    const stream = new StartStream(new ReadableStream());
    const waiting = stream.next(user.signal);

    user.abort(new Error('interrupted'));

    await expect(waiting).rejects.toThrow('interrupted');
  });
});
