import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type GitServer, startGitServer } from '../../support/conversations/start/git-server.ts';
import { giveTokens } from '../../support/service/repositories.ts';
import { rememberSecret } from '../../support/service/secrets-of-run.ts';
import {
  call,
  conversations,
  describeRealAgent,
  patiently,
  said,
  stageOfSuite,
  startTask,
} from '../support/real-agent.ts';

const TOKEN = `ghp-${randomUUID()}`;
const PREBUILDS = '/api/v1/prebuilds';

/** How long the set-up of the repository takes, in seconds. */
const SETUP = 60;

const setup = `#!/bin/bash
sleep ${SETUP}
mkdir -p node_modules && echo "a library" >node_modules/lib
export BUILD_MODE=prepared
`;

interface Step {
  readonly step: string;
  readonly at: string;
  readonly seconds: number;
}

describeRealAgent('a prepared start', () => {
  const stage = stageOfSuite();
  let git: GitServer;
  let prebuildId: string;

  const repository = (text: string) =>
    git.addRepository('acme/shop', { '.gitignore': 'node_modules\n', '.openhands/setup.sh': setup, 'a.txt': text });

  beforeAll(async () => {
    git = await startGitServer();
    repository('first');
    git.password = TOKEN;
    await giveTokens(stage.owner, git, TOKEN, ['github']);
    const order = { repository: 'acme/shop', sandbox_spec_id: 'openhands-local' };
    const { status, body, text } = await stage.owner.api.post(PREBUILDS, order);
    expect(status, text).toBe(201);
    prebuildId = body.id;
    const ready = await patiently('the build ends', async () => {
      const { body: found } = await stage.owner.api.get(`${PREBUILDS}/${prebuildId}`);
      return found.build === null ? found : undefined;
    });
    expect(ready, JSON.stringify(ready)).toMatchObject({ state: 'READY', failure: null });
    expect(ready.current.seconds).toBeGreaterThanOrEqual(SETUP);
  }, 900_000);
  afterAll(async () => {
    await stage.owner.api.delete(`${PREBUILDS}/${prebuildId}`);
    await git?.close();
  });

  const start = async (request: object) => {
    const order = { selected_repository: 'acme/shop', initial_message: { ...said('Hello'), run: true } };
    const task = await startTask(stage, { ...order, ...request });
    const steps: readonly Step[] = task.steps;
    const seconds = (name: string) => steps.find(({ step }) => step === name)?.seconds ?? Number.NaN;
    const total = (Date.parse(task.updated_at) - Date.parse(task.created_at)) / 1000;
    return { task, clone: seconds('WORKSPACE_PREPARED'), setup: seconds('PROJECT_SET_UP'), total };
  };

  it('takes a minute less than a clone, and has what is new', async () => {
    repository('second');
    const prepared = await start({});
    const cloned = await start({ use_prebuild: false });
    const shown = ({ clone, setup: ran, total }: typeof cloned) => ({ clone, setup: ran, total });
    process.stderr.write(`prepared ${JSON.stringify(shown(prepared))}, cloned ${JSON.stringify(shown(cloned))}\n`);

    expect([prepared.task.prebuild_id, cloned.task.prebuild_id]).toEqual([prebuildId, null]);
    expect([prepared.task.warnings, cloned.task.warnings]).toEqual([[], []]);
    expect(cloned.setup).toBeGreaterThanOrEqual(SETUP);
    expect(prepared.setup).toBeLessThan(SETUP / 2);
    expect(cloned.setup - prepared.setup).toBeGreaterThan(SETUP / 2);

    const answer = await call(
      stage,
      prepared.task.conversation_id,
      '/run git log --oneline | wc -l; cat a.txt node_modules/lib; git status --porcelain; echo "mode=$BUILD_MODE"',
    );
    for (const text of ['second', 'a library', 'mode=prepared']) expect(answer).toContain(text);
    for (const { task } of [prepared, cloned]) await stage.owner.api.delete(`${conversations}/${task.conversation_id}`);
  });

  it('has no git token in any file of its workspace', async () => {
    rememberSecret('a git token of a prebuild', TOKEN);
    const { task } = await start({});
    const answer = await call(
      stage,
      task.conversation_id,
      `/run echo "files=$(grep -rlF "${TOKEN.slice(0, 12)}""${TOKEN.slice(12)}" /workspace | wc -l)."`,
    );

    expect(answer).toContain('files=0.');
    await stage.owner.api.delete(`${conversations}/${task.conversation_id}`);
  });
});
