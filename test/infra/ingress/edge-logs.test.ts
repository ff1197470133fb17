import { describe, expect, it } from 'vitest';
import { changedProduction, production } from '../synthesis.ts';
import { only } from './ingress-resources.ts';

describe('the logs of the distribution', () => {
  it('are not there by default', () => {
    expect(production().resources('ingress', 'AWS::Logs::Delivery')).toEqual([]);
    expect(production().template('ingress').toJSON()).not.toHaveProperty('Rules.LogsOfSandboxesInVirginia');
  });

  it('leave out every field with labels, session keys and cookies', () => {
    const { RecordFields: fields } = only(changedProduction(), 'AWS::Logs::Delivery').properties;
    const secret = ['cs(Host)', 'x-host-header', 'cs-uri-stem', 'cs-uri-query', 'cs(Cookie)', 'cs(Referer)'];

    expect(fields).toEqual(expect.arrayContaining(['date', 'time', 'c-ip', 'cs-method', 'sc-status', 'time-taken']));
    expect(fields.filter((field: string) => secret.includes(field))).toEqual([]);
  });

  it('go to a group of the service, for the retention of the settings, and are refused outside us-east-1', () => {
    const template = changedProduction().template('ingress').toJSON();
    const [group] = changedProduction()
      .resources('ingress', 'AWS::Logs::LogGroup')
      .filter(({ properties }) => properties.LogGroupName === '/aws/vendedlogs/agent-conversations-prod-ingress');

    expect(group?.properties.RetentionInDays).toBe(90);
    expect(only(changedProduction(), 'AWS::Logs::DeliverySource').properties).toMatchObject({ LogType: 'ACCESS_LOGS' });
    expect(template.Rules.LogsOfSandboxesInVirginia).toEqual({
      Assertions: [
        {
          Assert: { 'Fn::Equals': [{ Ref: 'AWS::Region' }, 'us-east-1'] },
          AssertDescription: 'CloudFront logs only to us-east-1. Set sandboxLogs to false in other Regions.',
        },
      ],
    });
  });
});
