import { describe, expect, it } from 'vitest';
import { type Sights, ticksOf } from '../../../../../infra/smoke/report.ts';
import { Scene } from '../../../../../infra/smoke/scene.ts';
import type { Access } from '../../../../../infra/smoke/service.ts';
import { StartStream, statesIn } from '../../../../../infra/smoke/start-stream.ts';
import { cleanUp } from '../../../../../infra/smoke/steps/clean-up.ts';

const service = { baseUrl: 'http://127.0.0.1:1', isLocal: true, apiKey: 'a key', access: undefined };
const never = new AbortController().signal;

function newScene(): Scene {
  const scene = new Scene(service, { spec: undefined, withoutModel: false });
  scene.openWith('a key');
  return scene;
}

describe('cleaning up', () => {
  it('has nothing to do when nothing was started, or all of it is gone', async () => {
    const gone = newScene();
    [gone.hasBegun, gone.isDone] = [true, true];

    expect(await cleanUp.run(newScene(), never)).toBe('there was nothing to clean up');
    expect(await cleanUp.run(gone, never)).toBe('there was nothing to clean up');
  });

  it('that does not reach the service names possible leftovers', async () => {
    const scene = newScene();
    [scene.hasBegun, scene.sandboxId] = [true, 'sandbox-1'];

    await expect(cleanUp.run(scene, AbortSignal.abort(new Error('Interrupted.')))).rejects.toThrow(
      `Interrupted. These may be left: conversation ${scene.conversationId}, sandbox sandbox-1.`,
    );
  });
});

const state = (status: string) => JSON.stringify({ status });

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
  it('returns each state when it arrives', async () => {
    const stream = streamOf(`[${state('WORKING')}`, '\n', `,\n${state('READY')}`, ']');

    expect(await statusesOf(stream)).toEqual([['WORKING'], ['READY']]);
  });

  it('returns states that arrive together', async () => {
    expect(await statusesOf(streamOf(`[${state('WORKING')},\n${state('READY')}]`))).toEqual([['WORKING', 'READY']]);
  });

  it('waits for the rest of a state that is cut', async () => {
    const text = `[${state('WORKING')},\n${state('READY')}]`;

    expect(await statusesOf(streamOf(text.slice(0, 12), text.slice(12, 30), text.slice(30)))).toEqual([
      ['WORKING', 'READY'],
    ]);
    expect(statesIn('[{"status":"WOR')).toEqual([]);
  });

  it('ends when its reader stops', async () => {
    const user = new AbortController();
    const stream = new StartStream(new ReadableStream());
    const waiting = stream.next(user.signal);

    user.abort(new Error('interrupted'));

    await expect(waiting).rejects.toThrow('interrupted');
  });
});

const disk = (id: string, isEncrypted = true) => ({ id, isEncrypted, keyId: 'arn:aws:kms:eu-west-1:1:key/2' });
const everything: Sights = {
  streamedMilliseconds: 42_000,
  form: 'path',
  socketUrl: 'wss://d1.cloudfront.net/a/sockets/events/1',
  socketSeconds: 9.87,
  isLasting: true,
  isCloudFront: true,
  wokenMilliseconds: 31_250,
  volumes: [disk('vol-1')],
  snapshots: [disk('snap-1')],
  hasOpenedSecret: true,
};
const wokenMilliseconds = undefined;
const deployed = { baseUrl: 'https://api.example.com', isLocal: false, access: {} as Access };

function seenIn(sights: Sights, service: Parameters<typeof ticksOf>[1] = deployed): readonly string[] {
  return ticksOf(sights, service).flatMap(({ what, seen }) => (seen ? [what] : []));
}

const all = ticksOf(everything, deployed).map(({ what }) => what);

describe('the questions that only AWS answers', () => {
  it('is ticked when the run saw all of it', () => {
    expect(all).toHaveLength(7);
    expect(seenIn(everything)).toEqual(all);
  });

  it('states how long a request took to wake the sandbox', () => {
    expect(ticksOf(everything, deployed)).toContainEqual({
      what: 'A lasting address: a request woke the paused sandbox',
      seen: true,
      detail: 'its agent responded there 31.3 s later',
    });
  });

  it("states the WebSocket's form and how long it was open", () => {
    expect(ticksOf(everything, deployed)).toContainEqual({
      what: 'TLS and WebSocket through the ingress',
      seen: true,
      detail: 'wss://d1.cloudfront.net, path form, open for 9.9 s',
    });
  });

  it('is never answered by a local service, whose folders and processes replace AWS', () => {
    expect(seenIn(everything, { ...deployed, isLocal: true })).toEqual([]);
  });

  it.each<[string, Sights, string]>([
    ['TLS and WebSocket through the ingress', { socketUrl: 'ws://192.0.2.1/sockets/events/1' }, 'is plain HTTP'],
    ['A lasting address: a request woke the paused sandbox', { isLasting: false, wokenMilliseconds }, 'not last'],
    ['A lasting address: a request woke the paused sandbox', { isCloudFront: false }, 'no distribution'],
    ['A lasting address: a request woke the paused sandbox', { wokenMilliseconds }, 'ended before that'],
    ['EBS: a volume, and its snapshot after the pause', { snapshots: [] }, 'ended before that'],
    ['KMS: the key of the disk', { volumes: [disk('vol-1', false)] }, 'ended before that'],
    ['KMS: the key of the vault', { hasOpenedSecret: false }, 'ended before that'],
    ['Streaming through API Gateway', { streamedMilliseconds: 3 }, 'together with the last'],
  ])('leaves %s without a tick where the run did not see it', (what, sights, why) => {
    const ticks = ticksOf({ ...everything, ...sights }, deployed);

    expect(ticks.filter(({ seen }) => !seen)).toEqual([{ what, seen: false, detail: expect.stringContaining(why) }]);
  });

  it('leaves the API without a tick over plain HTTP, and disks where only the API is seen', () => {
    const { volumes: _, snapshots: __, ...byApi } = everything;
    const service = { ...deployed, baseUrl: 'http://api.example.com', access: undefined };

    const unseen = ticksOf(byApi, service).filter(({ seen }) => !seen);
    expect(unseen.map(({ detail }) => detail)).toEqual([
      'http://api.example.com is plain HTTP',
      'only --stack shows it',
      'only --stack shows it',
    ]);
  });
});
