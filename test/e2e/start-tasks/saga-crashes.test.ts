import { afterEach, describe, expect, it } from 'vitest';
import { askAgent, reached, waitForTask } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { type Fault, Faults } from '../../support/service/faults.ts';
import { newOwner, service } from '../../support/service/owners.ts';
import { gitServer, giveTokens } from '../../support/service/repositories.ts';
import { withSweeps } from '../../support/service/sweeps.ts';
import { passTimeOfStartTask } from '../../support/service/time.ts';
import { moments } from '../support/crashes.ts';

const { stateDirectory } = service();
const state = stateDirectory ?? '';
const faults = new Faults(state);

/** In milliseconds. The service replaces a lost process only after some seconds of silence. */
const PATIENCE = 230_000;

const STARTS = 2;

/** In seconds. After so long without a write, a sweep treats the worker of a start as lost. */
const QUIET = 60;

/** Each step writes before and after its work. The faults hit calls of the starts at random. */
const calls = [
  ['dynamodb', 'PutItem', 1],
  ['dynamodb', 'GetItem', 1],
  ['dynamodb', 'Query', 1],
  ['kms', 'Decrypt', 1],
] as const;

function crashes(): readonly Fault[] {
  return calls.flatMap(([called, action, times]) =>
    moments().map((when): Fault => {
      const hit = { function: 'run-start-task', times, probability: 0.3 };
      return { service: called, action, kind: 'crash', when, ...hit };
    }),
  );
}

const owner = await newOwner();
const git = await gitServer();
const setup = 'echo ran >>../count';
git.addRepository('acme/site', { '.openhands/setup.sh': setup, '.openhands/pre-commit.sh': 'true' });
await giveTokens(owner, git, 'a-git-token', ['github']);

describe.runIf(stateDirectory !== null)('starts whose workers are killed at each of their calls', () => {
  afterEach(() => faults.clear());

  it('end READY, each with one conversation on its agent and one set-up', async () => {
    for (const fault of crashes()) await faults.add(fault);
    const request = { selected_repository: 'acme/site', secrets: { KEY: 'sealed' } };
    const started = await Promise.all(
      Array.from({ length: STARTS }, () => owner.api.post('/api/v1/app-conversations', request)),
    );
    const tasks = await withSweeps(
      state,
      Promise.all(started.map(({ body }) => waitForTask(owner.api, body.id, 'READY', PATIENCE))),
      () => Promise.all(started.map(({ body }) => passTimeOfStartTask(state, body.id, QUIET))),
    );

    for (const { app_conversation_id: id } of tasks) {
      const conversation = await reached(owner.api, id);
      const { url, sessionKey } = conversation;
      const headers = { 'X-Session-API-Key': sessionKey };
      const all = await fetch(`${url.slice(0, url.lastIndexOf('/'))}/count`, { headers });
      expect(await all.json()).toBe(1);
      expect((await askAgent(conversation, '')).body.workspace.working_dir).toMatch(/\/site$/);
      const file = `${url.slice(0, url.indexOf('/api/'))}/api/file/download?path=/workspace/project/count`;
      const count = await fetch(file, { headers });
      expect(await count.text()).toBe('ran\n');
    }
  });

  it('of forks end READY, each with the whole history once and no other conversation on its agent', async () => {
    const created = await owner.api.post('/api/v1/app-conversations', { selected_repository: 'acme/site' });
    const source = await reached(owner.api, (await waitForTask(owner.api, created.body.id, 'READY')).conversation_id);
    await askAgent(source, '/events', 'before the fork');
    await eventually('the agent has answered', async () => {
      const { body } = await askAgent(source, '');
      return body.execution_status === 'finished';
    });
    const { items } = (await askAgent(source, '/events/search?limit=100')).body;
    for (const fault of crashes()) await faults.add(fault);
    const forked = await Promise.all(
      Array.from({ length: STARTS }, () => owner.api.post(`/api/v1/app-conversations/${source.id}/fork`)),
    );
    const tasks = await withSweeps(
      state,
      Promise.all(forked.map(({ body }) => waitForTask(owner.api, body.id, 'READY', PATIENCE))),
      () => Promise.all(forked.map(({ body }) => passTimeOfStartTask(state, body.id, QUIET))),
    );

    for (const { app_conversation_id: id } of tasks) {
      const fork = await reached(owner.api, id);
      const headers = { 'X-Session-API-Key': fork.sessionKey };
      const all = await fetch(`${fork.url.slice(0, fork.url.lastIndexOf('/'))}/count`, { headers });
      expect(await all.json()).toBe(1);
      expect((await askAgent(fork, '/events/search?limit=100')).body.items).toEqual(items);
      const stored = await owner.api.get(`/api/v1/conversation/${id}/events/search`, { limit: 100 });
      expect(stored.body.items).toEqual(items);
    }
  });
});
