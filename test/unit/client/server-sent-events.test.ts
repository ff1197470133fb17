import { describe, expect, it } from 'vitest';
import { sentEvents } from '../../../shared/client/server-sent-events.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('server-sent events', () => {
  it('end with the signal, also while the service is silent, and close the connection', async () => {
    const leave = new AbortController();
    let isClosed = false;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(bytes('id: 1\nevent: stdout\ndata: {}\n\n')),
      cancel: () => {
        isClosed = true;
      },
    });
    const events = sentEvents(body, leave.signal);
    expect((await events.next()).value).toMatchObject({ id: '1', event: 'stdout', data: '{}' });

    const next = events.next();
    leave.abort(new Error('left'));

    await expect(next).rejects.toThrow('left');
    expect(isClosed).toBe(true);
  });
});
