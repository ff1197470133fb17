import { describe, expect, it } from 'vitest';
import { codedEndpoints } from '../../shared/contract/coded-endpoints.ts';
import { type Endpoint, isStreamed } from '../../shared/contract/endpoint/endpoint.ts';
import { workers } from '../../shared/contract/workers.ts';
import { documentOf, methodsOf } from './api-document.ts';
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

  it('time out before API Gateway does, including the functions that wait for others', () => {
    const timeouts = synthesis
      .resources('api', 'AWS::Lambda::Function')
      .map(({ logicalId, properties }) => [logicalId.replace(/Function.*$/, ''), properties.Timeout] as const)
      .filter(([name]) => whole.some(({ id }) => id.replaceAll('-', '') === name));

    expect(timeouts).toHaveLength(whole.length);
    // Git providers and sandboxes that resume can be slow, too.
    const slow = whole.flatMap(({ id, needs }) => (needs?.timeoutSeconds === 29 ? [[id.replaceAll('-', ''), 29]] : []));
    expect(slow.length).toBeGreaterThan(10);
    expect(timeouts.filter(([, seconds]) => seconds !== 15).toSorted()).toEqual(slow.toSorted());
    for (const { method } of methodsOf(documentOf(synthesis))) {
      const integration = method['x-amazon-apigateway-integration'];
      if (integration.type !== 'aws_proxy') continue;
      // API Gateway streams for at most 15 minutes.
      const longest = integration.responseTransferMode === 'STREAM' ? 900_000 : 29_000;
      expect(integration.timeoutInMillis).toBeLessThanOrEqual(longest);
    }
  });

  it('keep every log for the retention of the settings', () => {
    const logs = synthesis.everyResource('AWS::Logs::LogGroup');

    // The others belong to sandboxes, API Gateway and the functions of four custom resources.
    expect(logs).toHaveLength(codedEndpoints.length + workers.length + 6);
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
      queuewebhooksOnSnapshots: ['INSERT', 'MODIFY'],
      queuewebhooksOnIntegratorEvents: ['INSERT'],
      writeedgeentriesOnEdgeEntries: ['INSERT', 'MODIFY'],
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
        // Writers of the edge's store would only disturb each other.
        ParallelizationFactor: String(properties.FunctionName.Ref).startsWith('writeedgeentries') ? 1 : 10,
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
    for (const template of synthesis.templates) {
      expect(Object.keys(template.Resources).length).toBeLessThan(450);
      expect(Object.keys(template.Parameters ?? {}).length).toBeLessThan(150);
      expect(JSON.stringify(template).length).toBeLessThan(900_000);
    }
  });

  it('the templates have room for thirty more endpoints in any group of areas', () => {
    // An endpoint has a function, a role and a log group.
    for (const nested of synthesis.nested.values()) {
      expect(Object.keys(nested.Resources).length + 30 * 3).toBeLessThanOrEqual(500);
    }
  });

  it('functions and their logs have the names of the contract', () => {
    const names = synthesis.resources('api', 'AWS::Lambda::Function').map(({ properties }) => properties.FunctionName);
    const logs = synthesis.resources('api', 'AWS::Logs::LogGroup').map(({ properties }) => properties.LogGroupName);
    const expected = [...codedEndpoints, ...workers].map(({ id }) => `agent-conversations-prod-${id}`);

    expect(names.toSorted()).toEqual(expected.toSorted());
    expect(logs).toEqual(expect.arrayContaining(expected.map((name) => `/aws/lambda/${name}`)));
    // A deployment's name can have 24 characters and a Lambda name 64.
    const longest = Math.max(...[...codedEndpoints, ...workers].map(({ id }) => id.length));
    expect(24 + '-local-'.length + longest).toBeLessThanOrEqual(64);
  });

  it('stacks refer to others by exports, which cannot change while in use', () => {
    const texts = synthesis.templates.map((template) => JSON.stringify(template));

    expect(texts.filter((text) => text.includes('Fn::GetStackOutput'))).toEqual([]);
    expect(texts.some((text) => text.includes('Fn::ImportValue'))).toBe(true);
  });

  it("the stacks deploy to the account and Region of the operator's credentials", () => {
    const stacks = synthesis.artifacts.filter(({ type }) => type === 'aws:cloudformation:stack');

    expect(stacks.map(({ environment }) => environment)).toEqual(Array(3).fill('aws://unknown-account/unknown-region'));
  });

  it('the same settings produce the same templates', () => {
    const again = new Synthesis({ stage: 'prod', context: deployed });
    const textOf = (of: Synthesis) => JSON.stringify(of.templates);
    const isSame = textOf(again) === textOf(synthesis);
    again.remove();

    expect(isSame).toBe(true);
  });

  it('the stacks are named after copy and stage, and output the URL of the API', () => {
    expect(synthesis.stackNames).toEqual([
      'agent-conversations-prod-data',
      'agent-conversations-prod-ingress',
      'agent-conversations-prod-api',
    ]);
    expect(Object.keys(synthesis.template('api').toJSON().Outputs)).toEqual(['BaseUrl', 'ApiKeysTable', 'OwnersTable']);
  });
});
