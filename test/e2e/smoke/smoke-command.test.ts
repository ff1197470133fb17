import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { findService, openStores } from '../../../infra/keys/find-service.ts';
import { readOptions } from '../../../infra/keys/options.ts';
import { tableOutputs } from '../../../infra/smoke/owner-tables.ts';
import { SANDBOX_TAG } from '../../../shared/domain/sandboxes/record/disks.ts';
import { inventoryOf } from '../../support/service/control.ts';
import { eventually } from '../../support/service/eventually.ts';
import { Faults } from '../../support/service/faults.ts';
import { type Ended, PROJECT_ROOT, runNode } from '../../support/service/local-service.ts';
import { newOwner, service } from '../../support/service/owners.ts';
import { StubCloudFormation } from './stub-cloud-formation.ts';

const { baseUrl, keysOption, stateDirectory } = service();
const state = stateDirectory ?? '';

const untilPause = ['key', 'conversation', 'ready', 'ingress', 'message', 'events', 'file'];
const steps = [...untilPause, 'pause', 'old address', 'wake', 'resume', 'file kept', 'delete'];

interface Report {
  readonly run: string;
  readonly passed: boolean;
  readonly failure: { readonly step: string; readonly reason: string } | null;
  readonly steps: readonly { readonly step: string; readonly outcome: string; readonly detail: string }[];
  readonly verdict: { readonly answer: string };
  readonly only_on_aws: readonly { readonly seen: boolean; readonly detail: string }[];
}

function smoke(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  return runNode(['infra/smoke/main.ts', ...args], { ...process.env, ...env });
}

function reportIn({ stdout }: Ended): Report {
  return JSON.parse(stdout);
}

function outcomesIn(report: Report): Readonly<Record<string, string>> {
  return Object.fromEntries(report.steps.map(({ step, outcome }) => [step, outcome]));
}

const each = (outcome: string, names: readonly string[]) => Object.fromEntries(names.map((name) => [name, outcome]));

/** The run left no key, no owner, and nothing in ECS and EC2. */
async function expectNothingOf(run: string): Promise<void> {
  const { keys, owners } = await openStores(readOptions([...keysOption]).values);
  expect(await keys.list(run)).toEqual([]);
  expect(await owners.find(run)).toBeUndefined();
  if (stateDirectory === null) return;
  const { tasks, volumes, snapshots } = await inventoryOf(state);
  const isOfRun = (startedBy: string | null | undefined) => startedBy?.startsWith(`${run}/`) === true;
  const live = tasks.filter(({ started_by, last_status }) => isOfRun(started_by) && last_status !== 'STOPPED');
  const disks = [...volumes, ...snapshots].filter(({ tags }) => isOfRun(tags[SANDBOX_TAG]));
  expect([...live, ...disks]).toEqual([]);
}

describe('npm run smoke', () => {
  it('runs all steps, reports them, and leaves nothing', async () => {
    const ended = await smoke([...keysOption, '--json']);
    const report = reportIn(ended);

    expect(report.failure).toBeNull();
    expect(outcomesIn(report)).toEqual(each('ok', [...steps, 'nothing left', 'clean up']));
    expect(report.steps.find(({ step }) => step === 'nothing left')?.detail).toMatch(/kept on purpose: .*billing/);
    expect(report.only_on_aws.filter(({ seen }) => seen)).toHaveLength(stateDirectory === null ? 7 : 0);
    expect(report.steps.find(({ step }) => step === 'ingress')?.detail).toMatch(/^(port|path|host) form at /);
    const detailOf = (name: string) => report.steps.find(({ step }) => step === name)?.detail ?? '';
    expect(detailOf('old address')).toMatch(/^returns \d+ sandbox_(paused|moved)$/);
    expect(detailOf('wake')).toMatch(
      detailOf('old address').endsWith('paused') ? /sandbox_starting → .*same address$/ : /does not last/,
    );
    expect(report.verdict.answer).toBe(stateDirectory === null ? 'yes' : 'not asked');
    expect(ended.code).toBe(0);
    await expectNothingOf(report.run);
  });

  it('reports an unknown spec, skips the rest, and reports what it cannot check without --stack', async () => {
    const owner = await newOwner();

    const ended = await smoke(['--base-url', baseUrl, '--spec', 'nowhere', '--json'], { SMOKE_KEY: owner.apiKey });
    const report = reportIn(ended);

    expect(report.failure).toEqual({
      step: 'sandbox',
      reason: expect.stringMatching(/^The service responded with 404 not_found: .*nowhere.*\(request \S+\)$/),
    });
    expect(outcomesIn(report)).toEqual({
      ...{ key: 'ok', sandbox: 'failed', 'clean up': 'ok' },
      ...each('skipped', [...steps.slice(1), 'nothing left']),
    });
    expect(report.steps.at(-1)?.detail).toMatch(/tasks, disks and rows are not checked without --stack/);
    expect(ended.code).toBe(1);
  });

  it('ends with status 2 and its usage when its options are wrong', async () => {
    const { code, stdout, stderr } = await smoke(['--stack', 'a', '--base-url', 'http://b']);

    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^--stack and --base-url name two services\. Use only one\.\n\nnpm run smoke/);
  });
});

describe.runIf(stateDirectory !== null)('npm run smoke against a service in trouble', () => {
  afterEach(() => new Faults(state).clear());

  it('finds a deployed service by its stacks', async () => {
    const { deployment, client, outputs } = await findService({ state }, 'BaseUrl', ...tableOutputs);
    const { BaseUrl, ...tables } = outputs;
    const stacks = { [`${deployment}-data`]: tables, [`${deployment}-api`]: { BaseUrl } };
    await using cloudFormation = await StubCloudFormation.start(stacks);
    const surroundings = {
      AWS_REGION: client.region ?? '',
      AWS_ACCESS_KEY_ID: client.credentials?.accessKeyId ?? '',
      AWS_SECRET_ACCESS_KEY: client.credentials?.secretAccessKey ?? '',
      AWS_ENDPOINT_URL: client.endpoint ?? '',
      AWS_ENDPOINT_URL_CLOUDFORMATION: cloudFormation.url,
    };

    const ended = await smoke(['--stack', `${deployment}-api`, '--spec', 'nowhere', '--json'], surroundings);
    const absent = await smoke(['--stack', 'acs-prod'], surroundings);

    const report = reportIn(ended);
    expect(outcomesIn(report)).toMatchObject({ key: 'ok', sandbox: 'failed', ready: 'skipped', 'clean up': 'ok' });
    expect(report.only_on_aws[0]).toMatchObject({ seen: false, detail: `${baseUrl} is plain HTTP` });
    await expectNothingOf(report.run);
    expect(absent.code).toBe(1);
    expect(absent.stderr).toMatch(/^This account and Region have no stack acs-prod .*\.$/m);
  });

  it('shows why the pause failed, skips the rest, and cleans up', async () => {
    const refusal = { error: 'UnauthorizedOperation', message: 'You are not authorized.', status: 403 };
    await new Faults(state).add({ kind: 'refuse', service: 'ec2', action: 'CreateSnapshot', times: 20, ...refusal });

    const ended = await smoke([...keysOption, '--json']);
    const report = reportIn(ended);

    expect(report.failure).toEqual({ step: 'pause', reason: expect.stringMatching(/^The sandbox is ERROR: .+/) });
    expect(outcomesIn(report)).toEqual({
      ...each('ok', [...untilPause, 'clean up']),
      pause: 'failed',
      ...each('skipped', ['old address', 'wake', 'resume', 'file kept', 'delete', 'nothing left']),
    });
    expect(ended.code).toBe(1);
    await expectNothingOf(report.run);
  });

  it('removes its key when the API refuses it', async () => {
    await new Faults(state).add({ kind: 'error', service: 'dynamodb', times: 1_000, function: 'authorize' });

    const ended = await smoke([...keysOption, '--json']);
    const report = reportIn(ended);

    expect(report.failure).toEqual({
      step: 'key',
      reason: expect.stringMatching(/^The service responded with 5\d\d /),
    });
    expect(report.steps.at(-1)).toMatchObject({ outcome: 'ok', detail: expect.stringMatching(/^key \w+ .* removed$/) });
    expect(ended.code).toBe(1);
    await expectNothingOf(report.run);
  });

  it('stops at Ctrl-C, and cleans up', async () => {
    const child = spawn(process.execPath, ['infra/smoke/main.ts', ...keysOption], { cwd: PROJECT_ROOT });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    const closed = once(child, 'close');
    await eventually('the conversation exists', () => /^conversation .* ok/m.test(stdout));

    child.kill('SIGINT');
    const [code] = await closed;

    expect(code).toBe(1);
    expect(stdout).toMatch(/^nothing left +- +skipped$/m);
    expect(stdout).toMatch(/^clean up .* ok: .* key \w+ and its owner are removed$/m);
    expect(stdout).toMatch(/^FAILED at '[a-z]+' after .*: The run was interrupted\./m);
    await expectNothingOf(/run (smoke-\w+)/.exec(stdout)?.[1] ?? expect.fail(stdout));
  });
});
