import { afterEach, describe, expect, it } from 'vitest';
import type { AccountChange } from '../../../infra/local/account/account-state.ts';
import { askLocal, operatorOf } from '../../support/service/control.ts';
import { type Ended, runNode, runScript } from '../../support/service/local-service.ts';
import { service } from '../../support/service/owners.ts';

const { stateDirectory } = service();
const state = stateDirectory ?? '';

interface Report {
  readonly totals: Readonly<Record<'ok' | 'warning' | 'error', number>>;
  readonly findings: readonly {
    readonly check: string;
    readonly level: string;
    readonly checked: boolean;
    readonly says: string;
  }[];
}

/** Runs the command without npm. One test below uses the npm script. */
const doctor = (...options: string[]): Promise<Ended> =>
  runNode(['infra/doctor/main.ts', '--state', state, ...options], process.env);
const account = (change: AccountChange) => askLocal(state, 'POST', 'account', change);

function reportOf({ stdout }: Ended): Report {
  expect(stdout.trimEnd()).not.toContain('\n');
  return JSON.parse(stdout);
}

function errorsOf({ findings }: Report): Readonly<Record<string, string>> {
  return Object.fromEntries(findings.filter(({ level }) => level === 'error').map(({ check, says }) => [check, says]));
}

afterEach(async () => {
  if (stateDirectory !== null) await askLocal(state, 'DELETE', 'account');
});

describe.runIf(stateDirectory !== null)('npm run doctor on a deployed service', () => {
  it('finds no error in a healthy one, and leaves nothing unchecked', async () => {
    const ended = await doctor('--json');

    expect(ended.code).toBe(0);
    const { totals, findings } = reportOf(ended);
    expect(totals.error).toBe(0);
    expect(findings.filter(({ checked }) => !checked)).toEqual([]);
    expect(findings.map(({ check }) => check)).toEqual(
      expect.arrayContaining(['stacks', 'versions', 'ingress', 'sandbox-access', 'stream-readers', 'orphans']),
    );
  });

  it('finds each kind of error', async () => {
    await account({
      quotas: { 'fargate/L-3032A538': 0.5 },
      lambda_concurrency: 10,
      ebs_default_key: 'arn:aws:kms:us-east-1:000000000000:key/own',
      lambda_runtime: 'nodejs20.x',
    });
    const secret = 'arn:aws:secretsmanager:us-east-1:000000000000:secret:model-AbCdEf';
    const ended = await doctor('--json', '-c', `llmApiKeySecretArn=${secret}`);

    expect(ended.code).toBe(1);
    expect(errorsOf(reportOf(ended))).toEqual({
      'fargate-quota': expect.stringContaining('allows 0.5 vCPU'),
      'lambda-concurrency': expect.stringContaining('allows 10 concurrent executions'),
      'default-ebs-key': expect.stringContaining('key/own. No setting names it'),
      secrets: `There is no secret ${secret}.`,
      versions: expect.stringContaining('nodejs20.x, which ended on'),
    });
  });

  it('warns of quotas, stacks and readers, and explains each finding', async () => {
    await account({
      quotas: { 'ebs/L-7A658B76': 1, 'ebs/L-309BACF6': 10, 'apigateway/L-8A5B8E43': 50, 'apigateway/L-CDF5615A': 50 },
      event_source_state: 'Disabled',
      stack_status: 'UPDATE_ROLLBACK_FAILED',
    });
    const { code, stdout } = await doctor();

    expect(code).toBe(1);
    expect(stdout).toMatch(/^agent-conversations-local in account 000000000000, Region us-east-1/);
    expect(stdout).toMatch(/warning {2}disk-quotas .* 1 TiB of gp3[^\n]*\n +Means: [^\n]+\n +Do: Ask for more/);
    expect(stdout).toMatch(/warning {2}disk-quotas .* 10 snapshots/);
    expect(stdout).toMatch(/warning {2}api-throttle .*requestsPerSecond is 5000/);
    expect(stdout).toMatch(/warning {2}api-throttle .*requestBurst is 5000/);
    expect(stdout).toMatch(/warning {2}stacks .* is UPDATE_ROLLBACK_FAILED/);
    expect(stdout).toMatch(/error {4}stream-readers .* is Disabled/);
  });

  it('continues without a permission, and names it', async () => {
    await account({ refused: ['lambda:ListFunctions', 'ec2:GetEbsDefaultKmsKeyId', 'cloudwatch:DescribeAlarms'] });
    const { code, stdout } = await doctor();

    for (const action of ['lambda:ListFunctions', 'ec2:GetEbsDefaultKmsKeyId', 'cloudwatch:DescribeAlarms']) {
      expect(stdout).toContain(`It could not be checked: the credentials lack ${action}.`);
    }
    expect(stdout).toMatch(/ok {7}stacks/);
    expect(code).toBe(0);
  });

  it('ends with status 2 when AWS refuses the credentials', async () => {
    await account({ refused: ['sts:GetCallerIdentity'] });
    const { code, stdout, stderr } = await doctor();

    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('AWS does not accept these credentials');
  });

  it('names the invalid option', async () => {
    const { code, stderr } = await runScript('doctor', ['--stack', 'nonsense']);

    expect(code).toBe(2);
    expect(stderr).toContain("'nonsense' is not a deployment");
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});

describe.runIf(stateDirectory !== null)('npm run doctor with the environment of an operator', () => {
  const run = (args: readonly string[], env: Readonly<Record<string, string>>) => {
    const { PATH = '', HOME = '' } = process.env;
    return runNode(['infra/doctor/main.ts', ...args], { PATH, HOME, AWS_EC2_METADATA_DISABLED: 'true', ...env });
  };
  /** The environment of a shell that uses the local cloud instead of AWS. */
  async function operatorEnvironment() {
    const { endpoint, region, credentials } = (await operatorOf(state)).client;
    return {
      AWS_ENDPOINT_URL: endpoint,
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    };
  }

  it('checks the deployment that --stack names, or else the stage of the settings', async () => {
    const env = await operatorEnvironment();
    const [deployed, planned] = await Promise.all([
      run(['--stack', 'agent-conversations-local', '--json'], env),
      run(['--before-deploy', '-c', 'stage=prod', '--json'], env),
    ]);

    const unchecked = [deployed, planned].flatMap((ended) =>
      reportOf(ended).findings.filter(({ checked }) => !checked),
    );
    expect(unchecked).toEqual([]);
    expect(JSON.parse(deployed.stdout)).toMatchObject({ deployment: 'agent-conversations-local', when: 'after' });
    expect(JSON.parse(planned.stdout)).toMatchObject({ deployment: 'agent-conversations-prod', when: 'before' });
    expect(errorsOf(JSON.parse(planned.stdout))).toEqual({});
  });

  it('reports a missing deployment', async () => {
    const ended = await run(['--stack', 'other-prod', '--json'], await operatorEnvironment());

    expect(ended.code).toBe(1);
    const { findings } = reportOf(ended);
    expect(findings.map(({ check }) => check)).toEqual(['credentials', 'stacks', 'stacks']);
    expect(findings.at(-1)?.says).toContain('There is no stack other-prod-api');
  });

  it('ends with status 2 without a Region or with unknown credentials', async () => {
    const { AWS_REGION: _, ...nowhere } = await operatorEnvironment();
    const stranger = { ...(await operatorEnvironment()), AWS_ACCESS_KEY_ID: 'AKIASTRANGER' };
    const [first, second] = await Promise.all([nowhere, stranger].map((env) => run(['--before-deploy'], env)));

    expect([first?.code, second?.code]).toEqual([2, 2]);
    expect(first?.stderr).toContain('No Region is set.');
    expect(second?.stderr).toContain('AWS does not accept these credentials');
  });
});

describe.runIf(stateDirectory !== null)('npm run doctor before a deployment', () => {
  it('finds no error in an account that is ready for the first one', async () => {
    await account({ deployed: false });
    const ended = await doctor('--before-deploy', '--json');

    expect(ended.code).toBe(0);
    const { findings } = reportOf(ended);
    expect(findings.filter(({ checked }) => !checked)).toEqual([]);
    expect(findings.map(({ check }) => check)).toEqual(expect.arrayContaining(['stacks', 'lambda-concurrency']));
  });

  it('finds errors that would make it fail', async () => {
    await account({
      deployed: false,
      ebs_default_key: 'arn:aws:kms:us-east-1:000000000000:key/own',
    });
    const ended = await doctor('--before-deploy', '--json');

    expect(ended.code).toBe(1);
    expect(errorsOf(reportOf(ended))).toEqual({
      'default-ebs-key': expect.stringContaining('No setting names it'),
    });
  });

  it('checks the key that a setting names', async () => {
    const { client } = await operatorOf(state);
    const key = `arn:aws:kms:${client.region}:000000000000:key/none`;
    const ended = await doctor('--before-deploy', '--json', '-c', `volumeKeyArn=${key}`);

    expect(ended.code).toBe(1);
    expect(errorsOf(reportOf(ended))['default-ebs-key']).toContain(`KMS has no key ${key}`);
  });
});
