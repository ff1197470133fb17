import { afterEach, beforeAll, describe, expect, it } from 'vitest';

import { askAgent, reached, waitForTask } from '../../support/service/conversations.ts';
import { type Fault, Faults } from '../../support/service/faults.ts';
import { newOwner, type Owner, service } from '../../support/service/owners.ts';
import { gitServer, giveTokens } from '../../support/service/repositories.ts';
import { withSweeps } from '../../support/service/sweeps.ts';
import { passTimeOfStartTask } from '../../support/service/time.ts';
import { moments } from '../support/crashes.ts';

const { stateDirectory } = service();
const state = stateDirectory ?? '';
const faults = new Faults(state);

/** A lost process is missed after some seconds of silence, and only then replaced. In milliseconds. */
const PATIENCE = 230_000;

const STARTS = 2;

/** In seconds: after so long without a write, a sweep takes the worker of a start for lost. */
const QUIET = 60;

/** A step is one write before it and one behind it. Chance decides which one of which start is hit, and when. */
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

describe.runIf(stateDirectory !== null)('starts whose workers are killed at each of their calls', () => {
  let owner: Owner;
  beforeAll(async () => {
    const git = await gitServer();
    const setup = 'echo ran >>../count';
    git.addRepository('acme/site', { '.openhands/setup.sh': setup, '.openhands/pre-commit.sh': 'true' });
    owner = await newOwner();
    await giveTokens(owner, git, 'a-git-token', ['github']);
  });
  afterEach(() => faults.clear());

  it('end READY, each with one conversation on its agent and one set-up', { timeout: PATIENCE }, async () => {
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
      const all = await fetch(`${url.slice(0, url.lastIndexOf('/'))}/count`, {
        headers: { 'X-Session-API-Key': sessionKey },
      });
      expect(await all.json()).toBe(1);
      expect((await askAgent(conversation, '')).body.workspace.working_dir).toMatch(/\/site$/);
      const count = await fetch(
        `${url.slice(0, url.indexOf('/api/'))}/api/file/download?path=/workspace/project/count`,
        {
          headers: { 'X-Session-API-Key': sessionKey },
        },
      );
      expect(await count.text()).toBe('ran\n');
    }
  });
});
