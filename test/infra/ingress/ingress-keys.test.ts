import { describe, expect, it } from 'vitest';
import { Grants } from '../grants.ts';
import { directProduction, production, routedProduction } from '../synthesis.ts';

const WORKER = 'install-ingress-keys';

describe('the keys of the ingress', () => {
  const grants = new Grants(production());
  const [resource, ...others] = production().resources('api', 'Custom::IngressKeys');
  const storeArn = resource?.properties.KeyValueStoreArn;

  it('reach the edge when its store is created or replaced', () => {
    const functions = production().resources('api', 'AWS::Lambda::Function');
    const worker = functions.find(({ properties }) => properties.FunctionName.endsWith(`-${WORKER}`));

    expect(others).toEqual([]);
    expect(resource?.properties).toEqual({
      ServiceToken: { 'Fn::GetAtt': [worker?.logicalId, 'Arn'] },
      ServiceTimeout: '90',
      KeyValueStoreArn: expect.anything(),
      ServiceUrl: grants.variables.get(WORKER)?.EDGE_SERVICE_URL,
    });
    expect(JSON.stringify(resource?.properties.ServiceUrl)).toMatch(/execute-api.*\/edge-prod"/);
    // CloudFormation has to wait longer than the function's time limit.
    expect(worker?.properties.Timeout).toBeLessThan(90);
    expect(grants.variables.get(WORKER)?.INGRESS_KEY_VALUE_STORE_ARN).toEqual(storeArn);
  });

  it('are written by one function, which has no other rights on the store', () => {
    const statements = grants
      .statementsOf(WORKER)
      .filter(({ Action }) => !/^(logs|xray):/.test(String([Action].flat()[0])));

    expect(statements).toEqual([
      { Action: 'secretsmanager:GetSecretValue', Effect: 'Allow', Resource: expect.anything() },
      {
        Action: ['DescribeKeyValueStore', 'GetKey', 'UpdateKeys'].map((call) => `cloudfront-keyvaluestore:${call}`),
        Effect: 'Allow',
        Resource: storeArn,
      },
    ]);
  });

  it('share their store with the entries of sandboxes, whose writer has no right to a single value', () => {
    const users = grants.ids.filter((id) => JSON.stringify(grants.statementsOf(id)).includes('cloudfront'));
    const writer = grants.statementsOf('write-edge-entries');

    expect(users.toSorted()).toEqual([WORKER, 'write-edge-entries']);
    expect(writer).toContainEqual({
      Action: ['DescribeKeyValueStore', 'ListKeys', 'UpdateKeys'].map((call) => `cloudfront-keyvaluestore:${call}`),
      Effect: 'Allow',
      Resource: storeArn,
    });
  });

  it.each([
    ['a direct ingress', directProduction],
    ['a router', routedProduction],
  ])('are not read without an edge that uses them: %s', (_case, synthesis) => {
    const without = new Grants(synthesis());
    const services = without.actionsOf(WORKER).map((action) => action.split(':')[0]);

    expect(synthesis().everyResource('Custom::IngressKeys')).toEqual([]);
    expect(services.filter((service) => service !== 'logs' && service !== 'xray')).toEqual([]);
    expect(without.variables.get(WORKER)).not.toHaveProperty('MASTER_SECRET_ARN');
  });
});
