import { createHmac } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type StartedConversation, startConversation, waitForTask } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { anonymous, newOwner, service } from '../../support/service/owners.ts';
import { gitServer, giveTokens } from '../../support/service/repositories.ts';
import { canary, rememberSecret } from '../../support/service/secrets-of-run.ts';
import { withSweeps } from '../../support/service/sweeps.ts';
import { skipToNextBuild } from '../../support/service/time.ts';

const { stateDirectory } = service();
const PREBUILDS = '/api/v1/prebuilds';
const STARTS = '/api/v1/app-conversations';
const TOKEN = canary('a git token');
rememberSecret('a git token', TOKEN);

const setup = `#!/bin/bash
mkdir -p node_modules && echo "a library" >node_modules/lib
echo "set up" >>../log
export BUILD_MODE=prepared DIGEST="$(printf %s "$GITHUB_TOKEN" | sha256sum)"
`;

const git = await gitServer();
const repository = (text: string, script = setup) =>
  git.addRepository('acme/site', { '.gitignore': 'node_modules\n', '.openhands/setup.sh': script, 'a.txt': text }, [
    'next',
  ]);
repository('first');
const owner = await newOwner();
await giveTokens(owner, git, TOKEN, ['github']);
beforeEach(() => {
  git.password = TOKEN;
});

async function shell({ url, sessionKey }: StartedConversation, command: string): Promise<string> {
  const response = await fetch(`${url.slice(0, url.indexOf('/api/'))}/api/bash/execute_bash_command`, {
    method: 'POST',
    headers: { 'X-Session-API-Key': sessionKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ command, cwd: '/workspace/project', timeout: 20 }),
  });
  const answer = (await response.json()) as { stdout: string | null; stderr: string | null; exit_code: number };
  if (answer.exit_code !== 0) throw new Error(`${command}: ${answer.exit_code} ${answer.stderr}`);
  return (answer.stdout ?? '').trim();
}

/** Waits until no build is under way. */
const built = (id: string) =>
  eventually(
    'the build ends',
    async () => {
      const { body } = await owner.api.get(`${PREBUILDS}/${id}`);
      if (body.build !== null) throw new Error(`the prebuild is ${JSON.stringify(body)}`);
      return body;
    },
    120_000,
  );

const commitOf = (branch: string) => git.git('acme/site', 'rev-parse', branch).trim();
const start = (request: object = {}) => startConversation(owner.api, { selected_repository: 'acme/site', ...request });
const taskOf = ({ taskId }: StartedConversation) => waitForTask(owner.api, taskId, 'READY');

const OWN = '/api/v1/sandbox-specs/own.small';

async function offered(version: number): Promise<void> {
  await eventually(`version ${version} of the spec is offered`, async () => {
    const { body } = await owner.api.get(OWN);
    return body.offered_version === version;
  });
}

describe.runIf(service().stateDirectory !== null)('a prebuild of a spec of its owner', () => {
  it('is where starts begin while the version that it was built with is offered', async () => {
    const small = { image: 'localhost/reference-agent:1.0.0', vcpu: 0.25, memory_gb: 0.5, workspace_gb: 1 };
    await owner.api.post('/api/v1/sandbox-specs', { name: 'small', ...small });
    await offered(1);
    const spec = { sandbox_spec_id: 'own.small' };
    const { status, body: made } = await owner.api.post(PREBUILDS, { repository: 'acme/site', ...spec });
    expect(status, JSON.stringify(made)).toBe(201);
    const twice = await owner.api.post(PREBUILDS, { repository: 'acme/site', ...spec });
    expect([twice.status, twice.body.prebuild_id]).toEqual([409, made.id]);
    expect(await built(made.id)).toMatchObject({ state: 'READY', failure: null, current: { spec_version: 1 } });

    const first = await start(spec);
    expect((await taskOf(first)).prebuild_id).toBe(made.id);
    await owner.api.send('PATCH', OWN, { body: { idle_minutes: 7 } });
    await offered(2);
    const second = await start(spec);
    expect((await taskOf(second)).prebuild_id).toBeNull();
    for (const { id } of [first, second]) await owner.api.delete(`${STARTS}/${id}`);
    await owner.api.delete(`${PREBUILDS}/${made.id}`);
  }, 180_000);
});

describe('a prebuild', () => {
  let id: string;
  let secret: string;

  beforeAll(async () => {
    git.password = TOKEN;
    const { status, body } = await owner.api.post(PREBUILDS, { repository: 'acme/site', refresh: 'push' });
    expect(status).toBe(201);
    rememberSecret('the secret of a prebuild', body.hook_secret);
    [id, secret] = [body.id, body.hook_secret];
    const ready = await built(id);
    expect(ready, JSON.stringify(ready)).toMatchObject({ state: 'READY', failure: null });
    expect(ready.current.commit).toBe(commitOf('main'));
  }, 180_000);

  it('has a snapshot, and leaves no sandbox', async () => {
    const { body: prebuild } = await owner.api.get(`${PREBUILDS}/${id}`);
    const { body: snapshot } = await owner.api.get(`/api/v1/snapshots/${prebuild.current.snapshot_id}`);

    expect(snapshot).toMatchObject({ state: 'READY', name: 'Prebuild of acme/site' });
    await eventually('the sandbox of the build is deleted', async () => {
      const { body } = await owner.api.get('/api/v1/sandboxes/search');
      if (body.items.length > 0) throw new Error(`there are ${body.items.length} sandboxes`);
      return true;
    });
  });

  it('is where a start begins, which fetches what is new and does not run the set-up again', async () => {
    repository('second');
    const started = await start();
    const task = await taskOf(started);

    expect(task.prebuild_id).toBe(id);
    expect(task.warnings).toEqual([]);
    expect(await shell(started, 'git -C site rev-parse HEAD; cat site/a.txt site/node_modules/lib; wc -l <log')).toBe(
      `${commitOf('main')}\nseconda library\n1`,
    );
    expect(await shell(started, 'git -C site status --porcelain; git -C site rev-parse --abbrev-ref HEAD')).toMatch(
      /^openhands-workspace-/,
    );
    expect(await shell(started, 'bash -ic "printf %s \\"\\$BUILD_MODE\\"" 2>/dev/null')).toBe('prepared');
    const found = await shell(started, `grep -rlF "${TOKEN}" /workspace "$HOME" 2>/dev/null || true`);
    expect(found).toBe('');
    await owner.api.delete(`${STARTS}/${started.id}`);
  });

  it.each([
    ['says so', { use_prebuild: false }],
    ['names another branch', { selected_branch: 'next' }],
  ])('is not used by a start that %s', async (_how, request) => {
    const started = await start(request);

    expect((await taskOf(started)).prebuild_id).toBeNull();
    expect(await shell(started, 'wc -l <log')).toBe('1');
    await owner.api.delete(`${STARTS}/${started.id}`);
  });

  it('is built again after a push, and its snapshot replaced', async () => {
    repository('third');
    const { body: before } = await owner.api.get(`${PREBUILDS}/${id}`);
    const body = JSON.stringify({
      ref: 'refs/heads/main',
      repository: { full_name: 'acme/site', default_branch: 'main' },
    });
    const signature = (key: string) => `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;
    const push = (key: string) =>
      anonymous().send('POST', new URL(before.hook_url).pathname, {
        body,
        headers: { 'Content-Type': 'application/json', 'X-Hub-Signature-256': signature(key) },
      });
    expect((await push('wrong')).status).toBe(403);
    expect((await push(secret)).body).toEqual({ build: 'requested' });
    const after = await built(id);

    expect(after.current.commit).toBe(commitOf('main'));
    expect(after.current.snapshot_id).not.toBe(before.current.snapshot_id);
    await eventually('the snapshot before is deleted', async () => {
      const { status } = await owner.api.get(`/api/v1/snapshots/${before.current.snapshot_id}`);
      if (status !== 404) throw new Error(`it is still there: ${status}`);
      return true;
    });
  });

  it('whose build fails keeps the last one, with the reason', async () => {
    const { body: before } = await owner.api.get(`${PREBUILDS}/${id}`);
    repository('fourth', 'echo "no compiler here" >&2; exit 3\n');
    expect((await owner.api.post(`${PREBUILDS}/${id}/build`)).status).toBe(202);
    const after = await built(id);

    expect(after).toMatchObject({
      state: 'ERROR',
      current: before.current,
      failure: { code: 'setup_script_failed', output: 'no compiler here' },
    });
    const started = await start();
    const task = await taskOf(started);
    // The script has changed, so it runs, and the start goes on.
    expect([task.prebuild_id, task.warnings[0]?.code]).toEqual([id, 'setup_script_failed']);
    await owner.api.delete(`${STARTS}/${started.id}`);
  });

  it.runIf(stateDirectory !== null)('that is built daily begins with the first sweep after a day', async () => {
    const patched = await owner.api.send('PATCH', `${PREBUILDS}/${id}`, { body: { refresh: 'daily' } });
    expect(patched.body.next_build_at).not.toBeNull();

    await skipToNextBuild(stateDirectory ?? '', id);

    const building = eventually('a build is under way', async () => {
      const { body } = await owner.api.get(`${PREBUILDS}/${id}`);
      return body.build === null ? undefined : body;
    });
    expect((await withSweeps(stateDirectory ?? '', building)).build.cause).toBe('schedule');
  });

  it('that is deleted while it is built leaves nothing, and starts clone', async () => {
    repository('fifth');
    const { body: before } = await owner.api.get(`${PREBUILDS}/${id}`);
    expect((await owner.api.delete(`${PREBUILDS}/${id}`)).status).toBe(200);
    const started = await start();

    expect((await taskOf(started)).prebuild_id).toBeNull();
    await eventually('its snapshot is deleted', async () => {
      const { status } = await owner.api.get(`/api/v1/snapshots/${before.current.snapshot_id}`);
      if (status !== 404) throw new Error(`it is still there: ${status}`);
      return true;
    });
    await owner.api.delete(`${STARTS}/${started.id}`);
  });
});
