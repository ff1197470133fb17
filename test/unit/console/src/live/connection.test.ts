import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Connection } from '../../../../../console/src/live/connection.ts';

/** The page and the network of a tab. */
const page = Object.assign(new EventTarget(), { hidden: false });
const network = { onLine: true };

/** Whether the service answers probes. */
let answers: boolean;
let probes: number;
let stop: () => void;
let connection: Connection;

async function probe(signal: AbortSignal): Promise<void> {
  probes += 1;
  if (answers) return;
  await new Promise((_, reject) => signal.addEventListener('abort', reject));
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-24T21:49:00Z') });
  // The real one has a timer that cannot be faked.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const end = new AbortController();
    setTimeout(() => end.abort(), milliseconds);
    return end.signal;
  });
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', network);
  [answers, probes, page.hidden, network.onLine] = [true, 0, false, true];
  connection = new Connection();
  stop = connection.start(probe);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('connection to the service', () => {
  test('a hung service is silent since its last response, until it answers again', async () => {
    connection.watch().answered();
    answers = false;
    await pass(60_000);
    const hung = connection.watch();
    await pass(9_900);
    expect(connection.get()).toBeNull();
    await pass(100);
    hung.unanswered();
    expect(connection.get()).toEqual({ since: new Date('2026-11-24T21:49:00Z'), isOffline: false });
    await pass(30_000);
    answers = true;
    await pass(15_000);
    expect(connection.get()).toBeNull();
    const asked = probes;
    await pass(60_000);
    expect(probes).toBe(asked);
  });

  test('one slow request of a service that answers others is no silence', async () => {
    const slow = connection.watch();
    await pass(5_000);
    expect(probes).toBe(1);
    await pass(5_000);
    slow.unanswered();
    expect(connection.get()).toBeNull();
  });

  test('a request that may take long does not hide the silence', async () => {
    answers = false;
    connection.watch();
    await pass(10_000);
    expect(connection.get()).toEqual({ since: undefined, isOffline: false });
  });

  test('a refused connection is silence at once', async () => {
    answers = false;
    connection.watch().unanswered();
    expect(connection.get()).not.toBeNull();
  });

  test('a dropped request says nothing about the service', async () => {
    answers = false;
    connection.watch().dropped();
    await pass(60_000);
    expect([connection.get(), probes]).toEqual([null, 0]);
  });

  test('a device without network is offline only if the service does not answer either', async () => {
    network.onLine = false;
    page.dispatchEvent(new Event('offline'));
    await pass(0);
    expect(connection.get()).toBeNull();
    answers = false;
    page.dispatchEvent(new Event('offline'));
    await pass(10_000);
    expect(connection.get()).toMatchObject({ isOffline: true });
    [network.onLine, answers] = [true, true];
    page.dispatchEvent(new Event('online'));
    await pass(10_000);
    expect(connection.get()).toBeNull();
  });

  test('a background tab asks only when it is shown again', async () => {
    answers = false;
    connection.watch().unanswered();
    page.hidden = true;
    await pass(60_000);
    expect(probes).toBe(0);
    [page.hidden, answers] = [false, true];
    page.dispatchEvent(new Event('visibilitychange'));
    await pass(0);
    expect(connection.get()).toBeNull();
  });
});
