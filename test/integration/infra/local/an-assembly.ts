import type { Assembly, Resource } from '../../../../infra/local/assembly/assembly.ts';

export function aResource(type: string, logicalId: string, properties: Record<string, unknown> = {}): Resource {
  return { type, logicalId, stack: 'Test', properties, metadata: {} };
}

export function anAssembly(...resources: Resource[]): Assembly {
  return {
    directory: '/nowhere',
    resources,
    stacks: [],
    ofType: (type) => resources.filter((resource) => resource.type === type),
    assetPath: () => '/nowhere',
    output: () => undefined,
  };
}

export function aTable(logicalId: string, properties: Record<string, unknown> = {}): Resource {
  return aResource('AWS::DynamoDB::Table', logicalId, {
    KeySchema: [
      { AttributeName: 'owner_id', KeyType: 'HASH' },
      { AttributeName: 'thing_id', KeyType: 'RANGE' },
    ],
    AttributeDefinitions: [
      { AttributeName: 'owner_id', AttributeType: 'S' },
      { AttributeName: 'thing_id', AttributeType: 'S' },
    ],
    BillingMode: 'PAY_PER_REQUEST',
    ...properties,
  });
}
