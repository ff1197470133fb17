import { describe, expect, it } from 'vitest';
import { type Endpoint, isStreamed } from '../../shared/contract/endpoint.ts';
import { codedEndpoints } from '../../shared/contract/index.ts';
import { workers } from '../../shared/contract/workers.ts';
import { deployed, production, Synthesis } from './synthesis.ts';

const whole = (codedEndpoints as readonly Endpoint[]).filter((endpoint) => !isStreamed(endpoint));

describe('functions and triggers', () => {
  const synthesis = production();

  it('use the current Node on ARM, structured logs and traces', () => {
    const functions = synthesis.resources('api', 'AWS::Lambda::Function');

    expect(functions).toHaveLength(codedEndpoints.length + workers.length);
    for (const { properties } of functions) {
      expect(properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Handler: 'index.handler',
        LoggingConfig: { LogFormat: 'JSON', LogGroup: { Ref: expect.any(String) } },
        TracingConfig: { Mode: 'PassThrough' },
      });
    }
  });

  it('time out before API Gateway does, including the function that waits for a status', () => {
    const timeouts = synthesis
      .resources('api', 'AWS::Lambda::Function')
      .map(({ logicalId, properties }) => [logicalId.replace(/Function.*$/, ''), properties.Timeout] as const)
      .filter(([name]) => whole.some(({ id }) => id.replaceAll('-', '') === name));

    expect(timeouts).toHaveLength(whole.length);
    expect(timeouts.filter(([, seconds]) => seconds !== 15)).toEqual([['getsandbox', 29]]);
    for (const { properties } of synthesis.resources('api', 'AWS::ApiGateway::Method')) {
      const { ResponseTransferMode = 'BUFFERED', TimeoutInMillis } = properties.Integration;
      // Without a value it is 29 seconds.
      if (ResponseTransferMode === 'BUFFERED') expect(TimeoutInMillis ?? 29_000).toBeLessThanOrEqual(29_000);
      // API Gateway streams for a quarter of an hour at most.
      else expect(TimeoutInMillis).toBeLessThanOrEqual(900_000);
    }
  });

  it('keep every log for the retention of the settings', () => {
    const logs = synthesis.everyResource('AWS::Logs::LogGroup');

    expect(logs).toHaveLength(codedEndpoints.length + workers.length + 2);
    for (const { properties } of logs) expect(properties.RetentionInDays).toBe(90);
  });

  it('announce the sunset on the legacy endpoints only', () => {
    const announcing = synthesis
      .resources('api', 'AWS::Lambda::Function')
      .filter(({ properties }) => properties.Environment?.Variables?.LEGACY_SUNSET === deployed.legacySunset);

    expect(announcing).toHaveLength(codedEndpoints.filter(({ generation }) => generation === 'legacy').length);
  });

  it('invoke workers when a row, a task or a snapshot changes, and every minute', () => {
    const mappings = synthesis
      .resources('api', 'AWS::Lambda::EventSourceMapping')
      .map(({ logicalId, properties }) => [
        logicalId.replace(/^Triggers(\w+)[0-9A-F]{8}$/, '$1'),
        JSON.parse(properties.FilterCriteria.Filters[0].Pattern).eventName,
      ]);
    const rules = synthesis.resources('api', 'AWS::Events::Rule').map(({ properties }) => properties);

    expect(Object.fromEntries(mappings)).toEqual({
      reconcilesandboxOnSandboxes: ['INSERT', 'MODIFY'],
      dispatchstarttasksOnSandboxes: ['INSERT', 'MODIFY', 'REMOVE'],
      dispatchstarttasksOnStartTasks: ['INSERT'],
      purgeeventsOnConversations: ['REMOVE'],
      queuewebhooksOnConversations: ['INSERT', 'MODIFY', 'REMOVE'],
      queuewebhooksOnIntegratorEvents: ['INSERT'],
    });
    expect(rules).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ScheduleExpression: 'rate(1 minute)' }),
        expect.objectContaining({
          EventPattern: {
            source: ['aws.ecs'],
            'detail-type': ['ECS Task State Change'],
            detail: { clusterArn: [expect.anything()] },
          },
        }),
        expect.objectContaining({
          EventPattern: {
            source: ['aws.ec2'],
            'detail-type': ['EBS Snapshot Notification'],
            detail: { event: ['createSnapshot'] },
          },
        }),
      ]),
    );
  });

  it('send each event that fails for good to the dead-letter queue', () => {
    const [queue, ...others] = synthesis.resources('api', 'AWS::SQS::Queue');
    const kept = { 'Fn::GetAtt': [queue?.logicalId, 'Arn'] };

    expect(others).toEqual([]);
    for (const { properties } of synthesis.resources('api', 'AWS::Lambda::EventSourceMapping')) {
      expect(properties.DestinationConfig.OnFailure.Destination).toEqual(kept);
      expect(properties).toMatchObject({
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        BisectBatchOnFunctionError: true,
        MaximumRetryAttempts: 5,
        ParallelizationFactor: 10,
      });
    }
    for (const { properties } of synthesis.resources('api', 'AWS::Events::Rule')) {
      expect(properties.Targets[0].DeadLetterConfig.Arn).toEqual(kept);
    }
    for (const { properties } of synthesis.resources('api', 'AWS::Lambda::EventInvokeConfig')) {
      expect(properties.DestinationConfig.OnFailure.Destination).toEqual(kept);
    }
  });

  it('every template stays well below the CloudFormation quotas for resources, parameters and size', () => {
    for (const part of ['data', 'network', 'runtime', 'api'] as const) {
      for (const template of [synthesis.template(part).toJSON(), ...synthesis.nested(part)]) {
        expect(Object.keys(template.Resources).length).toBeLessThan(400);
        expect(Object.keys(template.Parameters ?? {}).length).toBeLessThan(150);
        expect(JSON.stringify(template).length).toBeLessThan(700_000);
      }
    }
  });

  it('the templates have room for thirty more paths in any area', () => {
    const [api, ...areas] = [synthesis.template('api').toJSON(), ...synthesis.nested('api')];
    // A path has up to three segments that no other has, and may be the first of its area.
    expect(Object.keys(api.Resources).length + 30 * (3 + 1)).toBeLessThanOrEqual(500);
    // An endpoint has a function in five resources, its route, and the fallback of its path.
    for (const area of areas) expect(Object.keys(area.Resources).length + 30 * 7).toBeLessThanOrEqual(500);
  });

  it("the stacks deploy to the account and Region of the operator's credentials", () => {
    const stacks = synthesis.artifacts.filter(({ type }) => type === 'aws:cloudformation:stack');

    expect(stacks.map(({ environment }) => environment)).toEqual(Array(4).fill('aws://unknown-account/unknown-region'));
  });

  it('the same settings give the same templates', () => {
    const again = new Synthesis({ stage: 'prod', context: deployed });
    const textOf = (of: Synthesis) =>
      JSON.stringify([of.template('api'), ...of.nested('api'), of.template('data'), of.template('runtime')]);
    const isSame = textOf(again) === textOf(synthesis);
    again.remove();

    expect(isSame).toBe(true);
  });

  it('the stacks are named after copy and stage, and output the URL of the API', () => {
    expect(synthesis.stackNames).toEqual([
      'agent-conversations-prod-data',
      'agent-conversations-prod-network',
      'agent-conversations-prod-runtime',
      'agent-conversations-prod-api',
    ]);
    expect(Object.keys(synthesis.template('api').toJSON().Outputs)).toEqual(['BaseUrl', 'ApiKeysTable', 'OwnersTable']);
  });
});
