import { describe, expect, it } from 'vitest';
import { ROLES_OF_STAGE } from '../../../infra/doctor/checks/roles.ts';
import { changedProduction, production } from '../synthesis.ts';

const PREFIX = 'agent-conversations-prod';

/** The names and tags by which doctor finds stacks, their outputs and alarms. */
describe('the stacks that doctor looks for', () => {
  it('are named after the deployment and one word', () => {
    const names = production().stackNames;

    expect(names).toEqual(expect.arrayContaining([`${PREFIX}-data`, `${PREFIX}-ingress`, `${PREFIX}-api`]));
    for (const name of names) expect(name).toMatch(new RegExp(`^${PREFIX}-[a-z]+$`));
  });

  it('have as many roles as it says of a stage', () => {
    expect(changedProduction().everyResource('AWS::IAM::Role')).toHaveLength(ROLES_OF_STAGE);
  });

  it('have the outputs that it reads', () => {
    const outputs = (['data', 'ingress', 'api'] as const).flatMap((part) =>
      Object.keys(production().template(part).findOutputs('*')),
    );

    expect(outputs).toEqual(expect.arrayContaining(['MasterSecretArn', 'SandboxesTable', 'SandboxAddress', 'BaseUrl']));
  });

  it('have alarms, a dead-letter queue and readers of streams', () => {
    const alarms = production().everyResource('AWS::CloudWatch::Alarm');

    expect(alarms.length).toBeGreaterThan(0);
    for (const { properties } of alarms) expect(properties.AlarmName).toMatch(new RegExp(`^${PREFIX}-`));
    expect(production().everyResource('AWS::SQS::Queue').length).toBeGreaterThan(0);
    expect(production().everyResource('AWS::Lambda::EventSourceMapping').length).toBeGreaterThan(0);
  });
});
