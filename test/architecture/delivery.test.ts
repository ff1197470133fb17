import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import packageJson from '../../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const Step = z.object({
  id: z.string().optional(),
  name: z.string().optional(),
  if: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).default({}),
});

const Job = z.object({
  needs: z.string().optional(),
  uses: z.string().optional(),
  environment: z.string().optional(),
  permissions: z.record(z.string(), z.string()).optional(),
  with: z.record(z.string(), z.unknown()).default({}),
  steps: z.array(Step).default([]),
});

const Workflow = z.object({ permissions: z.record(z.string(), z.string()), jobs: z.record(z.string(), Job) });

const files = globSync('docs/delivery/*.yml', { cwd: root });
const workflows = files.map((file) => ({ file, ...Workflow.parse(parse(read(file))) }));
const jobs = workflows.flatMap(({ file, jobs: all }) =>
  Object.entries(all).map(([id, job]) => ({ id: `${basename(file, '.yml')}/${id}`, ...job })),
);
const steps = jobs.flatMap((job) => job.steps.map((step) => ({ job: job.id, ...step })));
const commandsOfTheGuide = [...read('docs/deploy.md').matchAll(/^```sh\n(.*?)^```/gms)].map(([, text = '']) => text);
const scripts = [...steps.flatMap(({ run }) => run ?? []), ...commandsOfTheGuide];

const jobOf = (id: string) => jobs.find((job) => job.id === id) ?? expect.fail(`There is no job ${id}.`);

describe('the example of a pipeline', () => {
  it('has two workflows, one of which calls the other for each stage', () => {
    expect(files.map((file) => basename(file)).toSorted()).toEqual(['deliver-stage.yml', 'deliver.yml']);
    const calls = jobs.filter(({ uses }) => uses !== undefined);
    expect(calls.map(({ id, needs, uses, with: given }) => [id, needs, uses, given.stage])).toEqual([
      ['deliver/dev', 'check', './.github/workflows/deliver-stage.yml', 'dev'],
      ['deliver/prod', 'dev', './.github/workflows/deliver-stage.yml', 'prod'],
    ]);
  });

  it('checks, deploys and tests in this order, and rolls back only after a deployment has started', () => {
    expect(steps.filter(({ job, name }) => job === 'deliver-stage/deploy' && name).map(({ name }) => name)).toEqual([
      'Examine the account',
      'Deploy',
      'Smoke test',
      'Roll back',
      'Remember what was delivered',
    ]);
    const back = steps.find(({ name }) => name === 'Roll back');
    expect(back?.if).toBe("failure() && (steps.deploy.outcome == 'failure' || steps.deploy.outcome == 'success')");
    expect(steps.filter(({ id }) => id !== undefined).map(({ id, name }) => [id, name])).toEqual([
      ['deploy', 'Deploy'],
    ]);
    expect(jobOf('deliver-stage/deploy').needs).toBe('diff');
  });

  it.each([
    ['of the pipeline', () => steps.find(({ name }) => name === 'Roll back')?.run],
    ['of the guide', () => commandsOfTheGuide.find((text) => text.includes('--exclusively'))],
  ])('rolls back by the commands %s, -api before -ingress, whose exports it uses', (_whose, script) => {
    // Instead of programs: npx lists the stacks as the CDK does, and names each stack that it deploys.
    const npx = 'npx() { [ "$2" = list ] && printf "%s\\n" p-dev-data p-dev-ingress p-dev-api || echo "npx $*"; }';
    const others = 'npm() { :; }; git() { :; }; xargs() { shift 2; while read -r line; do "$@" "$line"; done; }';
    const commands = (script() ?? '').replace('PREFIX=agent-conversations-$STAGE', 'PREFIX=p-$STAGE');

    const printed = execFileSync('bash', ['-c', `${npx}\n${others}\n${commands}`], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, STAGE: 'dev', PREFIX: 'p-dev' },
    });

    const options = '--exclusively --require-approval never -c stage=dev';
    expect(printed.trim().split('\n')).toEqual([
      `npx cdk deploy ${options} p-dev-api`,
      `npx cdk deploy ${options} p-dev-ingress`,
    ]);
  });

  it('pins each action to a commit, and names its version', () => {
    const actions = steps.flatMap(({ uses }) => uses ?? []);

    expect(new Set(actions.map((action) => action.split('@')[0]))).toEqual(
      new Set(['actions/checkout', 'actions/setup-node', 'aws-actions/configure-aws-credentials']),
    );
    const lines = files.flatMap((file) => read(file).match(/uses: [\w-]+\/.*/g) ?? []);
    expect(lines).toHaveLength(actions.length);
    for (const line of lines) expect(line).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('leaves no token of GitHub for the code that it runs', () => {
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout'));

    expect(checkouts).toHaveLength(3);
    for (const { with: given } of checkouts) expect(given['persist-credentials']).toBe(false);
  });

  it('gives each job only the permissions that it needs', () => {
    for (const { file, permissions } of workflows) expect([file, permissions]).toEqual([file, { contents: 'read' }]);
    for (const { id, permissions, steps: own } of jobs.filter(({ uses }) => uses === undefined)) {
      const usesAws = own.some(({ uses }) => uses?.startsWith('aws-actions/configure-aws-credentials'));
      const pushes = own.some(({ run }) => run?.includes('git push'));
      const needed = { contents: pushes ? 'write' : 'read', ...(usesAws ? { 'id-token': 'write' } : {}) };

      expect([id, permissions ?? { contents: 'read' }]).toEqual([id, needed]);
    }
  });

  it('gets credentials from a role of its environment instead of stored secrets', () => {
    const roles = jobs.flatMap(({ environment, steps: own }) =>
      own.flatMap(({ with: given }) => (given['role-to-assume'] ? [[environment, given['role-to-assume']]] : [])),
    );
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a GitHub expression
    const [diff, deploy] = ['${{ inputs.stage }}-diff', '${{ inputs.stage }}'];
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a GitHub expression
    const [diffRole, deployRole] = ['${{ vars.DIFF_ROLE_ARN }}', '${{ vars.DEPLOY_ROLE_ARN }}'];

    expect(roles).toEqual([
      [diff, diffRole],
      [deploy, deployRole],
    ]);
    for (const file of files) expect(read(file)).not.toMatch(/secrets\.|ACCESS_KEY/);
  });

  it('passes inputs to shell scripts only as variables, to prevent injection', () => {
    expect(steps.flatMap(({ run }) => run ?? []).filter((run) => run.includes('${{'))).toEqual([]);
  });

  it('and its guide contain valid shell scripts', () => {
    expect(scripts.length).toBeGreaterThan(10);
    for (const script of scripts) expect(() => execFileSync('bash', ['-n'], { input: script })).not.toThrow();
  });

  it('and its guide use only scripts of package.json', () => {
    const called = new Set(
      scripts.flatMap((script) => [...script.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name)),
    );
    const known = Object.keys(packageJson.scripts);

    expect([...called]).toEqual(expect.arrayContaining(['check', 'synth', 'deploy', 'smoke', 'doctor']));
    expect([...called].filter((name) => !known.includes(name))).toEqual([]);
  });
});
