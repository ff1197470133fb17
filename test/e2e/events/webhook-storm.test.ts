import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { storm } from '../../storm/storm.ts';
import { searchSize } from '../../support/search-size.ts';
import { waitUntilGone } from '../../support/service/processes.ts';

it('the service stores every event once and in order, although events repeat or arrive late and the service is killed', async () => {
  const stateDirectory = await mkdtemp(join(tmpdir(), 'e2e-storm-'));
  try {
    const say = (line: string) => console.log(line);
    const { conversations, events } = searchSize.storm;
    const eventsEach = events / conversations;
    const report = await storm({ stateDirectory, conversations, eventsEach, senders: 8, seed: 7, say });
    expect(report).toMatchObject({ conversations, events, wrong: [] });
  } finally {
    await waitUntilGone([], stateDirectory);
    await rm(stateDirectory, { recursive: true, force: true });
  }
}, 600_000);
