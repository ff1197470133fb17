import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { startConversation, waitForSandbox } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { newOwner, type Owner, service } from '../../support/service/owners.ts';
import { badFields, expectProblem } from '../../support/service/problems.ts';

const REFERENCE = 'localhost/reference-agent:1.0.0';
const LIAR = 'localhost/liar:1.0.0';
const OPEN = 'localhost/open:1.0.0';
const BROKEN = 'localhost/broken:1.0.0';
const SPECS = '/api/v1/sandbox-specs';

/** As small as can be, as checks start sandboxes. */
const small = { image: REFERENCE, vcpu: 0.25, memory_gb: 0.5, workspace_gb: 1 };

/** An image is a program here. */
const program = (source: string) => ({ command: ['{node}', '-e', source, '{port:AGENT_SERVER}'] });

/** Says yes to everything, as a web server that is no agent server may. */
const liar = program(
  "require('http').createServer((q, r) => r.setHeader('content-type', 'application/json').end('{}')).listen(process.argv[1])",
);

/** Speaks the protocol, but lets everyone in. */
const openToAll = program(
  `require('http').createServer((q, r) => r.setHeader('content-type', 'application/json').end(
    q.url === '/server_info' ? '{"version":"1.58.2","idle_time":0}' : '0')).listen(process.argv[1])`,
);

const broken = program("console.error('exec /agent: exec format error'); process.exit(1)");

async function checked(owner: Owner, id: string) {
  return eventually(`the check of ${id}`, async () => {
    const { body } = await owner.api.get(`${SPECS}/${id}`);
    return body.check?.state !== 'PENDING' && body;
  });
}

const change = (owner: Owner, path: string, body: unknown) => owner.api.send('PATCH', path, { body });

async function created(owner: Owner, name: string, fields: Record<string, unknown> = {}) {
  const made = await owner.api.post(SPECS, { name, ...small, ...fields });
  expect(made.status, made.text).toBe(201);
  return made.body;
}

const { stateDirectory } = service();

describe.runIf(stateDirectory !== null)('specs of owners', () => {
  beforeAll(async () => {
    const file = join(stateDirectory ?? '', 'images.json');
    const known = await readFile(file, 'utf8').catch(() => '{}');
    const images = { ...JSON.parse(known), [LIAR]: liar, [OPEN]: openToAll, [BROKEN]: broken };
    await writeFile(file, JSON.stringify(images));
  });

  it('are checked by a first start, and then start sandboxes and conversations, which resume', async () => {
    const owner = await newOwner();

    const made = await created(owner, 'mine', { initial_env: { COLOUR: 'blue' } });

    expect(made).toMatchObject({
      id: 'own.mine',
      image: REFERENCE,
      vcpu: 0.25,
      working_dir: '/workspace/project',
      version: 1,
      offered_version: null,
      check: { state: 'PENDING', reason: null, finished_at: null },
    });
    const early = await owner.api.post('/api/v1/sandboxes', undefined, { sandbox_spec_id: 'own.mine' });
    expectProblem(early, 409, 'conflict');
    expect(early.body.detail).toContain('Its check is under way');
    const spec = await checked(owner, 'own.mine');
    expect(spec.check).toMatchObject({ state: 'PASSED', agent_version: expect.stringMatching(/^\d/), detail: null });
    expect(spec.offered_version).toBe(1);
    // The sandbox of the check ends, and leaves nothing but what it cost.
    await eventually('the end of the sandbox of the check', async () => {
      const { body } = await owner.api.get('/api/v1/sandboxes', { id: spec.check.sandbox_id });
      return body[0] === null;
    });

    const listed = (await owner.api.get(`${SPECS}/search`)).body.items;
    expect(listed.at(-1)).toMatchObject({ id: 'own.mine', check: { state: 'PASSED' } });
    expect(listed[0]).toMatchObject({ id: 'reference', version: null, check: null });
    const started = await startConversation(owner.api, { sandbox_spec_id: 'own.mine' });
    const sandbox = (await owner.api.get('/api/v1/sandboxes', { id: started.sandboxId })).body[0];
    expect(sandbox.sandbox_spec_id).toBe('own.mine');

    // Its sandboxes resume from the version that they began with, even without the spec.
    await owner.api.post(`/api/v1/sandboxes/${started.sandboxId}/pause`);
    await waitForSandbox(owner.api, started.sandboxId, 'PAUSED');
    expect((await owner.api.delete(`${SPECS}/own.mine`)).body).toEqual({ success: true });
    expect((await owner.api.get(`${SPECS}/own.mine`)).status).toBe(404);
    await owner.api.post(`/api/v1/sandboxes/${started.sandboxId}/resume`);
    await waitForSandbox(owner.api, started.sandboxId, 'RUNNING');

    // And can be restored and forked. Only a new sandbox needs the spec.
    const path = `/api/v1/sandboxes/${started.sandboxId}`;
    await owner.api.post(`${path}/pause`);
    await eventually('the sandbox is saved', async () => {
      const { body } = await owner.api.get(path);
      return body.transitions.at(-1).state === 'PAUSED';
    });
    const { body: snapshot } = await owner.api.post(`${path}/snapshots`, { name: 'kept' });
    const restored = await owner.api.post(`${path}/restore`, { snapshot_id: snapshot.id });
    expect(restored.status, restored.text).toBe(200);
    const { body: forks } = await owner.api.post(`${path}/fork`, { count: 1 });
    const fork = forks.items[0].sandbox;
    expect(fork, JSON.stringify(forks)).toMatchObject({ sandbox_spec_id: 'own.mine' });
    await waitForSandbox(owner.api, fork.id, 'RUNNING');
    const fresh = await owner.api.post('/api/v1/sandboxes', { snapshot_id: snapshot.id });
    expectProblem(fresh, 409, 'conflict');
    expect(fresh.body.detail).toContain('was deleted. Create it again under the same name');
  });

  it('go on with the version before until the check of a change has passed', async () => {
    const owner = await newOwner();
    await created(owner, 'mine');
    await checked(owner, 'own.mine');

    const changed = await change(owner, `${SPECS}/own.mine`, { image: 'localhost/none:1.0.0' });

    expect(changed.body).toMatchObject({ version: 2, offered_version: 1, check: { state: 'PENDING' } });
    const failed = await checked(owner, 'own.mine');
    expect(failed.check).toMatchObject({ state: 'FAILED', reason: 'image_not_found' });
    expect(failed.check.detail).toContain('localhost/none:1.0.0: not found');
    const sandbox = await owner.api.post('/api/v1/sandboxes', undefined, { sandbox_spec_id: 'own.mine' });
    expect(sandbox.status, sandbox.text).toBe(200);
    await waitForSandbox(owner.api, sandbox.body.id, 'RUNNING');

    await change(owner, `${SPECS}/own.mine`, { image: REFERENCE, idle_minutes: 7 });
    expect(await checked(owner, 'own.mine')).toMatchObject({ version: 3, offered_version: 3, idle_minutes: 7 });
  });

  it.each([
    ['says yes to everything', LIAR, 'not_an_agent_server', 'does not speak the agent-server protocol'],
    ['lets everyone in', OPEN, 'not_an_agent_server', 'without the session key'],
    ['is built for other processors', BROKEN, 'wrong_platform', 'other processors'],
    ['does not exist', 'localhost/none:2.0.0', 'image_not_found', 'not found'],
  ])('whose image %s start nothing, and say what was wrong', async (_, image, reason, words) => {
    const owner = await newOwner();
    await created(owner, 'bad', { image });

    const { check } = await checked(owner, 'own.bad');

    expect(check).toMatchObject({ state: 'FAILED', reason, agent_version: null });
    expect(check.detail).toContain(words);
    const refused = await owner.api.post('/api/v1/sandboxes', undefined, { sandbox_spec_id: 'own.bad' });
    expectProblem(refused, 409, 'conflict');
    expect(refused.body.detail).toContain(words);
    const conversation = await owner.api.post('/api/v1/app-conversations', { sandbox_spec_id: 'own.bad' });
    expectProblem(conversation, 409, 'conflict');
  });

  it('can be checked again once the image is there', async () => {
    const owner = await newOwner();
    const image = `localhost/${owner.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}:1.0.0`;
    await created(owner, 'later', { image });
    await checked(owner, 'own.later');
    const file = join(stateDirectory ?? '', 'images.json');
    const images = JSON.parse(await readFile(file, 'utf8'));
    const recipe = ['{node}', '{agent}', '--host', '127.0.0.1', '--port', '{port:AGENT_SERVER}'];
    await writeFile(
      file,
      JSON.stringify({ ...images, [image]: { command: [...recipe, '--workspace', '{workspace}'] } }),
    );

    await eventually('the end of the first check', async () => {
      return (await owner.api.post(`${SPECS}/own.later/check`)).status === 202;
    });

    expect((await checked(owner, 'own.later')).check).toMatchObject({ state: 'PASSED', reason: null });
  });

  it('are private to their owner', async () => {
    const [owner, stranger] = [await newOwner(), await newOwner()];
    await created(owner, 'mine');
    const id = 'own.mine';

    expectProblem(await stranger.api.get(`${SPECS}/${id}`), 404, 'not_found');
    expectProblem(await change(stranger, `${SPECS}/${id}`, { idle_minutes: 5 }), 404, 'not_found');
    expectProblem(await stranger.api.post(`${SPECS}/${id}/check`), 404, 'not_found');
    expectProblem(await stranger.api.delete(`${SPECS}/${id}`), 404, 'not_found');
    expect((await stranger.api.get(SPECS, { id })).body).toEqual([null]);
    const start = await stranger.api.post('/api/v1/sandboxes', undefined, { sandbox_spec_id: id });
    expectProblem(start, 404, 'not_found');
    const conversation = await stranger.api.post('/api/v1/app-conversations', { sandbox_spec_id: id });
    expect(badFields(conversation)).toEqual(['body.sandbox_spec_id']);
    // The same name is free for everyone.
    expect((await created(stranger, 'mine')).id).toBe(id);
  });

  it('are at most ten, however many requests come at once', async () => {
    const owner = await newOwner();
    const names = Array.from({ length: 100 }, (_, index) => `spec-${index}`);
    const image = 'localhost/none:3.0.0';

    const answers = await Promise.all(names.map((name) => owner.api.post(SPECS, { name, ...small, image })));

    const made = answers.filter(({ status }) => status === 201);
    expect(made.length).toBeGreaterThan(0);
    expect(made.length).toBeLessThanOrEqual(10);
    for (const answer of answers.filter(({ status }) => status !== 201)) expectProblem(answer, 409, 'conflict');
    const all = (await owner.api.get(`${SPECS}/search`)).body.items;
    expect(all.filter(({ id }: { id: string }) => id.startsWith('own.'))).toHaveLength(made.length);
  });

  it.each([
    [{ image: 'docker.io/library/nginx:1.0.0' }, 'image', 'Must be from one of'],
    [{ image: 'nginx:1.0.0' }, 'image', 'Must be from one of'],
    [{ image: 'localhost/../evil/agent:1.0.0' }, 'image', 'Must be from one of'],
    [{ image: 'localhost.evil.com/agent:1.0.0' }, 'image', 'Must be from one of'],
    [{ image: 'localhost/agent' }, 'image', 'Must name a tag or a digest'],
    [{ image: 'localhost/agent:latest' }, 'image', "Must not be ':latest'"],
    [{ initial_env: { OPENAI_API_KEY: 'sk-1' } }, 'initial_env.OPENAI_API_KEY', 'Looks like a secret'],
    [{ initial_env: { OH_SECRET_KEY: 'x' } }, 'initial_env.OH_SECRET_KEY', 'Looks like a secret'],
    [{ vcpu: 3 }, 'vcpu', 'Must be one of 0.25, 0.5, 1, 2, 4, 8, 16'],
    [{ vcpu: 1, memory_gb: 1 }, 'memory_gb', 'which Fargate offers with 1 vCPU'],
    [{ ports: { VSCODE: 8001 } }, 'ports', 'Must include AGENT_SERVER'],
    [{ ports: { AGENT_SERVER: 22 } }, 'ports.AGENT_SERVER', '1024'],
    [{ working_dir: '/home' }, 'working_dir', 'Must be in workspace_path'],
    [{ workspace_path: '/' }, 'workspace_path', 'Must be an absolute path'],
    [{ user: 'root' }, 'user', 'Must be numeric'],
    [{ idle_minutes: 100, lifetime_minutes: 50 }, 'idle_minutes', 'Must not exceed'],
  ])('are refused with the name of the field: %j', async (fields, field, words) => {
    const owner = await newOwner();

    const answer = await owner.api.post(SPECS, { name: 'bad', ...small, ...fields });

    expect(badFields(answer)).toEqual([`body.${field}`]);
    expect(answer.body.errors[0].msg).toContain(words);
  });
});
