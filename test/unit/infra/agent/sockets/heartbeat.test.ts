import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Heartbeat } from '../../../../../infra/agent/sockets/sockets.ts';

/** Idle timeout of the edge's WebSockets in milliseconds. */
const IDLE_AT_EDGE = 10 * 60_000;

class Client extends EventEmitter {
  readonly pings: number[] = [];
  answers = true;
  isEnded = false;

  ping(): void {
    this.pings.push(Date.now());
    if (this.answers) this.emit('pong');
  }

  terminate(): void {
    this.isEnded = true;
    this.emit('close');
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('heartbeat of WebSockets', () => {
  it('keeps an idle client for an hour, with a ping well within the limit of the edge', () => {
    const client = new Client();
    const began = Date.now();
    new Heartbeat().add(client);

    vi.advanceTimersByTime(60 * 60_000);

    const times = [began, ...client.pings, Date.now()];
    const longest = Math.max(...times.slice(1).map((time, at) => time - (times[at] ?? 0)));
    expect(longest).toBe(30_000);
    expect(longest).toBeLessThan(IDLE_AT_EDGE);
    expect(client.isEnded).toBe(false);
  });

  it('drops only a client that does not answer a ping', () => {
    const [gone, there] = [new Client(), new Client()];
    gone.answers = false;
    const heartbeat = new Heartbeat(1_000);
    heartbeat.add(gone);
    heartbeat.add(there);

    vi.advanceTimersByTime(1_000);
    expect([gone.isEnded, gone.pings.length]).toEqual([false, 1]);
    vi.advanceTimersByTime(3_000);

    expect([gone.isEnded, gone.pings.length]).toEqual([true, 1]);
    expect([there.isEnded, there.pings.length]).toEqual([false, 4]);
  });

  it('pings no client that has left', () => {
    const client = new Client();
    new Heartbeat(1_000).add(client);

    client.emit('close');
    vi.advanceTimersByTime(5_000);

    expect(client.pings).toEqual([]);
  });

  it('stops with the server', () => {
    const client = new Client();
    const heartbeat = new Heartbeat(1_000);
    heartbeat.add(client);

    heartbeat.stop();
    vi.advanceTimersByTime(5_000);

    expect(client.pings).toEqual([]);
  });
});
