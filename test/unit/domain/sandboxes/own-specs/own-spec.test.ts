import { describe, expect, it } from 'vitest';
import { LaunchSettings } from '../../../../../shared/domain/sandboxes/launch/launch-task.ts';
import { newSandbox } from '../../../../../shared/domain/sandboxes/lifecycle/generation.ts';
import { nextCheckStep } from '../../../../../shared/domain/sandboxes/own-specs/next-check-step.ts';
import { familyOf, specOf, taskSpecOf } from '../../../../../shared/domain/sandboxes/own-specs/own-spec.ts';
import { taskDefinition } from '../../../../../shared/domain/sandboxes/specs/task-definition.ts';
import { aDefinition, anOwnSpec } from '../../../../support/sandboxes/own-specs.ts';
import { aSandbox, noon, someSpecs } from '../../../../support/sandboxes/sandbox-data.ts';

const now = new Date(noon);
const reason = { code: 'agent_exited', message: 'It exited.', remedy: 'Resume it.', retryable: true };
const settings = new LaunchSettings(someSpecs(), {
  familyPrefix: 'agents-dev-',
  subnets: ['subnet-1'],
  securityGroups: ['sg-1'],
  volumeRoleArn: 'arn:aws:iam::123456789012:role/volumes',
  deployment: 'agents-dev',
});

describe('a version of a spec of an owner', () => {
  it('has a family that no other owner, spec, life of a spec or version has', () => {
    const spec = anOwnSpec();
    const others = [
      familyOf(anOwnSpec({ owner_id: 'bob' }), 1),
      familyOf(anOwnSpec({ spec_id: 'own.other' }), 1),
      familyOf(anOwnSpec({ created_at: '2026-11-22T00:00:00.000Z' }), 1),
      familyOf(spec, 2),
    ];

    expect(familyOf(spec, 1)).toMatch(/^own_mine_[0-9a-f]{16}_1$/);
    expect(new Set([familyOf(spec, 1), ...others]).size).toBe(5);
  });

  it('is launched by the sandboxes that began from it, whatever happens to the spec', () => {
    const spec = anOwnSpec();
    const sandbox = newSandbox('ann', '0193', specOf(spec, spec), now);

    const launch = settings.launchOf(sandbox, now);

    expect(launch).toMatchObject({
      task_definition: `agents-dev-${familyOf(spec, 1)}`,
      container: 'agent',
      size: { cpu_units: 1024, memory_megabytes: 4096, architecture: 'X86_64' },
      size_override: null,
      volume: { name: 'workspace', size_gib: 20, filesystem_type: 'ext4' },
    });
  });

  it('runs in the task definition of every other spec: no role of its own, one container, no other volume', () => {
    const definition = aDefinition({ user: '1000:1000', ephemeral_gigabytes: 50, initial_env: { COLOUR: 'blue' } });
    const place = { family: 'f', executionRoleArn: 'arn:role', logGroup: 'logs', region: 'eu-west-1' };

    const made = taskDefinition(taskSpecOf(anOwnSpec({ definition })), place);

    expect(made).not.toHaveProperty('taskRoleArn');
    expect(made).toMatchObject({
      networkMode: 'awsvpc',
      requiresCompatibilities: ['FARGATE'],
      ephemeralStorage: { sizeInGiB: 50 },
      volumes: [{ name: 'workspace', configuredAtLaunch: true }],
      containerDefinitions: [{ user: '1000:1000', logConfiguration: { logDriver: 'awslogs' } }],
    });
    expect(made.containerDefinitions).toHaveLength(1);
    expect(made.containerDefinitions[0]?.environment).toContainEqual({ name: 'COLOUR', value: 'blue' });
  });
});

describe('the next step of a check', () => {
  const registered = anOwnSpec({ registered: true });
  const { own } = specOf(registered, registered);
  const aCheck = (change: Parameters<typeof aSandbox>[0] = {}) => aSandbox({ own_version: own, ...change });
  const step = (sandbox: Parameters<typeof nextCheckStep>[1]) => nextCheckStep(registered, sandbox).kind;

  it.each([
    ['registers before it starts', nextCheckStep(anOwnSpec(), undefined).kind, 'register'],
    ['starts its sandbox once', step(undefined), 'start'],
    ['waits while it starts', step(aCheck({ phase: 'PROVISIONING' })), 'wait'],
    ['asks a sandbox that runs', step(aCheck({ phase: 'RUNNING' })), 'verify'],
    ['fails with the sandbox', step(aCheck({ phase: 'ERROR', desired: 'PAUSED', status_reason: reason })), 'failed'],
    ['waits for no restart of a broken image', step(aCheck({ restarts: 1, status_reason: reason })), 'failed'],
    [
      'waits for capacity',
      step(aCheck({ restarts: 1, status_reason: { ...reason, code: 'capacity_unavailable' } })),
      'wait',
    ],
    ['ends when its sandbox is paused', step(aCheck({ desired: 'PAUSED' })), 'interrupted'],
    ['ends when its sandbox is deleted', step(aCheck({ desired: 'DELETED' })), 'interrupted'],
  ])('%s', (_, kind, expected) => {
    expect(kind).toBe(expected);
  });

  it('takes no other sandbox for that of the check, which has its id, and does not end it', () => {
    const done = anOwnSpec({ check: { ...registered.check, state: 'FAILED' } });
    const other = aSandbox({ phase: 'RUNNING' });

    expect(step(other)).toBe('interrupted');
    expect(step(aCheck({ phase: 'RUNNING', own_version: own && { ...own, family: 'own_mine_0_2' } }))).toBe(
      'interrupted',
    );
    expect(nextCheckStep(done, other).kind).toBe('done');
  });

  it('after a result is only to end the sandbox', () => {
    const done = anOwnSpec({ check: { ...registered.check, state: 'PASSED' } });

    expect(nextCheckStep(done, aCheck()).kind).toBe('end-sandbox');
    expect(nextCheckStep(done, aCheck({ desired: 'DELETED' })).kind).toBe('done');
    expect(nextCheckStep(done, undefined).kind).toBe('done');
  });
});
