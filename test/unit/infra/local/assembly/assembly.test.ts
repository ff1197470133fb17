import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Assembly, loadAssembly } from '../../../../../infra/local/assembly/assembly.ts';

const directories: string[] = [];
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true });
});

type Template = Record<string, unknown>;

function load(
  stacks: Record<string, Template>,
  files: Record<string, unknown> = {},
  contents: Record<string, unknown> = {},
): Assembly {
  const directory = mkdtempSync(join(tmpdir(), 'assembly-'));
  directories.push(directory);
  for (const [path, content] of Object.entries(contents)) writeFileSync(join(directory, path), JSON.stringify(content));
  const artifacts: Record<string, unknown> = {};
  for (const [name, template] of Object.entries(stacks)) {
    const stack = { templateFile: `${name}.template.json` };
    artifacts[name] = { type: 'aws:cloudformation:stack', properties: stack, dependencies: [`${name}.assets`] };
    artifacts[`${name}.assets`] = { type: 'cdk:asset-manifest', properties: { file: `${name}.assets.json` } };
    writeFileSync(join(directory, `${name}.template.json`), JSON.stringify(template));
    writeFileSync(join(directory, `${name}.assets.json`), JSON.stringify({ files: files[name] ?? {} }));
  }
  writeFileSync(join(directory, 'manifest.json'), JSON.stringify({ artifacts }));
  return loadAssembly(directory, { region: 'us-east-1', accountId: '000000000000' });
}

function evaluate(expression: unknown, sections: Template = {}): unknown {
  const { Resources, ...others } = sections;
  const probe = { Type: 'AWS::SSM::Parameter', Properties: { Value: expression } };
  const assembly = load({ App: { ...others, Resources: { Probe: probe, ...Object(Resources) } } });
  return assembly.ofType('AWS::SSM::Parameter').find(({ logicalId }) => logicalId === 'Probe')?.properties.Value;
}

const hole = (name: string): string => `\${${name}}`;
const table = { Table: { Type: 'AWS::DynamoDB::Table', Properties: {} } };

describe('the values of an edge', () => {
  const cases: [string, string, RegExp][] = [
    ['AWS::CloudFront::Distribution', 'DomainName', /^d[0-9a-f]{13}\.cloudfront\.net$/],
    ['AWS::CloudFront::Distribution', 'Id', /^E[0-9A-F]{13}$/],
    [
      'AWS::CloudFront::Function',
      'FunctionMetadata.FunctionARN',
      /^arn:aws:cloudfront::000000000000:function\/App-It$/,
    ],
    ['AWS::CloudFront::KeyValueStore', 'Arn', /^arn:aws:cloudfront::000000000000:key-value-store\/[0-9a-f-]{36}$/],
    ['AWS::S3::Bucket', 'Arn', /^arn:aws:s3:::app-[0-9a-f]{12}$/],
    ['AWS::S3::Bucket', 'RegionalDomainName', /^app-[0-9a-f]{12}\.s3\.us-east-1\.amazonaws\.com$/],
  ];

  it.each(cases)('%s has the attribute %s, the same at each start', (type, attribute, form) => {
    const read = () => evaluate({ 'Fn::GetAtt': ['It', attribute] }, { Resources: { It: { Type: type } } });

    expect(read()).toMatch(form);
    expect(read()).toBe(read());
  });

  it('include the id of the prefix list that a custom resource finds', () => {
    const Resources = { List: { Type: 'Custom::EdgePrefixList' } };
    expect(evaluate({ Ref: 'List' }, { Resources })).toMatch(/^pl-[0-9a-f]{17}$/);
  });
});

describe('intrinsic functions', () => {
  it.each<[string, unknown, unknown]>([
    ['Ref of a pseudo parameter', { Ref: 'AWS::Region' }, 'us-east-1'],
    ['Ref of a resource', { Ref: 'Table' }, 'App-Table'],
    ['Fn::GetAtt', { 'Fn::GetAtt': ['Table', 'Arn'] }, 'arn:aws:dynamodb:us-east-1:000000000000:table/App-Table'],
    [
      'Fn::GetAtt in its dotted form',
      { 'Fn::GetAtt': 'Table.Arn' },
      'arn:aws:dynamodb:us-east-1:000000000000:table/App-Table',
    ],
    ['Fn::Join', { 'Fn::Join': ['-', ['a', { Ref: 'AWS::AccountId' }]] }, 'a-000000000000'],
    [
      'Fn::Sub',
      { 'Fn::Sub': [hole('AWS::Partition'), hole('Table'), hole('Table.Arn')].join('/') },
      'aws/App-Table/arn:aws:dynamodb:us-east-1:000000000000:table/App-Table',
    ],
    ['Fn::Select of Fn::Split', { 'Fn::Select': ['1', { 'Fn::Split': [',', 'a,b,c'] }] }, 'b'],
    ['Fn::FindInMap', { 'Fn::FindInMap': ['Sizes', 'large', 'cpu'] }, '4096'],
    ['Fn::GetAZs', { 'Fn::GetAZs': '' }, ['us-east-1a', 'us-east-1b', 'us-east-1c']],
    ['a parameter', { Ref: 'Stage' }, 'dev'],
    ['a branch that is taken', { 'Fn::If': ['Here', { Ref: 'Stage' }, { Ref: 'Nothing' }] }, 'dev'],
    ['a branch that is not taken', { 'Fn::If': ['Elsewhere', { Ref: 'Nothing' }, 'other'] }, 'other'],
    ['one of several', { 'Fn::If': ['Somewhere', 1, 2] }, 1],
    [
      'what has no value',
      { kept: 1, left: { Ref: 'AWS::NoValue' }, list: [1, { 'Fn::If': ['Elsewhere', 2, { Ref: 'AWS::NoValue' }] }] },
      { kept: 1, list: [1] },
    ],
    [
      'a condition block of a policy',
      { Condition: { StringEquals: { key: { Ref: 'Stage' } } } },
      { Condition: { StringEquals: { key: 'dev' } } },
    ],
  ])('%s', (_name, expression, expected) => {
    const value = evaluate(expression, {
      Parameters: {
        Stage: { Type: 'String', Default: 'dev' },
      },
      Conditions: {
        Here: { 'Fn::Equals': [{ Ref: 'AWS::Region' }, 'us-east-1'] },
        Elsewhere: { 'Fn::Equals': [{ Ref: 'AWS::Region' }, 'eu-west-1'] },
        Somewhere: { 'Fn::Or': [{ 'Fn::Equals': ['a', 'b'] }, { 'Fn::Equals': ['a', 'a'] }] },
      },
      Mappings: { Sizes: { large: { cpu: '4096' } } },
      Resources: table,
    });

    expect(value).toEqual(expected);
  });

  it.each<[string, unknown, RegExp]>([
    ['an unknown function', { 'Fn::Transform': { Name: 'X' } }, /App\/Probe: Fn::Transform is not supported in .*Name/],
    ['an unknown condition', { 'Fn::If': ['IsProduction', 1, 2] }, /App\/Probe: there is no condition IsProduction/],
    ['a list parameter', { Ref: 'Zones' }, /App\/Probe: CommaDelimitedList is not supported in .*Zones/],
    ['a literal in Fn::Sub', { 'Fn::Sub': hole('!Kept') }, /App\/Probe: \$\{!Kept\} is not supported/],
    ['an unknown type', { Ref: 'Topic' }, /App\/Topic: Ref of AWS::SNS::Topic is not supported/],
    ['a pseudo parameter', { Ref: 'AWS::StackId' }, /there is no pseudo parameter AWS::StackId/],
    ['an unknown resource', { Ref: 'Nothing' }, /App\/Probe: there is no resource Nothing in \{"Ref":"Nothing"\}/],
    [
      'an unknown attribute',
      { 'Fn::GetAtt': ['Table', 'Colour'] },
      /App\/Probe: AWS::DynamoDB::Table has no local attribute Colour/,
    ],
    ['a parameter without a default', { Ref: 'Needed' }, /App\/Probe: the parameter Needed has no default/],
    ['a name that depends on itself', { Ref: 'Ring' }, /depends on itself/],
    [
      'a value of no mapping',
      { 'Fn::FindInMap': ['Sizes', 'small', 'cpu'] },
      /no such value in the mappings in .*small/,
    ],
  ])('error names the resource and the expression for %s', (_name, expression, message) => {
    const ring = { Type: 'AWS::DynamoDB::Table', Properties: { TableName: { Ref: 'Ring' } } };
    const topic = { Type: 'AWS::SNS::Topic' };
    const Parameters = {
      Needed: { Type: 'String' },
      Zones: { Type: 'CommaDelimitedList', Default: 'a,b' },
    };
    const read = (): unknown => evaluate(expression, { Parameters, Resources: { ...table, Ring: ring, Topic: topic } });

    expect(read).toThrow(message);
  });

  it.each<[string, Template]>([
    ['Transform', { Transform: 'AWS::LanguageExtensions', Resources: table }],
    ['Condition', { Resources: { Gone: { Type: 'AWS::DynamoDB::Table', Condition: 'Never' } } }],
  ])('refuses a template with %s by name', (part, template) => {
    expect(() => load({ App: template })).toThrow(`${part} is not supported`);
  });
});

describe('several stacks', () => {
  const stacks = {
    'Acs-Data': {
      Resources: table,
      Outputs: {
        Name: { Value: { Ref: 'Table' }, Export: { Name: 'Acs-Data:Name' } },
        Plain: { Value: { 'Fn::GetAtt': ['Table', 'StreamArn'] }, Export: { Name: 'Acs-Data:Plain' } },
      },
    },
    'Acs-Api': {
      Resources: {
        Probe: {
          Type: 'AWS::SSM::Parameter',
          Properties: {
            Value: { 'Fn::ImportValue': 'Acs-Data:Name' },
            Stream: { 'Fn::ImportValue': 'Acs-Data:Plain' },
          },
        },
      },
    },
  };

  it('name an import that no stack exports', () => {
    const without = { ...stacks, 'Acs-Data': { Resources: table } };
    const [probe] = load(without).ofType('AWS::SSM::Parameter');

    expect(() => probe?.properties).toThrow('no stack exports Acs-Data:Name');
  });

  it('read the exports of other stacks', () => {
    const [probe] = load(stacks).ofType('AWS::SSM::Parameter');

    expect(probe).toMatchObject({ stack: 'Acs-Api', logicalId: 'Probe' });
    expect(probe?.properties.Value).toBe('Acs-Data-Table');
    expect(probe?.properties.Stream).toMatch(
      /^arn:aws:dynamodb:us-east-1:000000000000:table\/Acs-Data-Table\/stream\//,
    );
  });

  it('find outputs by the end of the stack name', () => {
    const assembly = load(stacks);

    expect(assembly.output('Data', 'Name')).toBe('Acs-Data-Table');
    expect(assembly.output('Data', 'Nothing')).toBeUndefined();
    expect(assembly.output('Api', 'Name')).toBeUndefined();
  });
});

describe('physical names', () => {
  it.each<[string, Template, string, string]>([
    ['AWS::DynamoDB::Table', { TableName: 'things' }, 'things', 'arn:aws:dynamodb:us-east-1:000000000000:table/things'],
    ['AWS::Lambda::Function', {}, 'App-It', 'arn:aws:lambda:us-east-1:000000000000:function:App-It'],
    ['AWS::ECS::Cluster', {}, 'App-It', 'arn:aws:ecs:us-east-1:000000000000:cluster/App-It'],
    ['AWS::IAM::Role', {}, 'App-It', 'arn:aws:iam::000000000000:role/App-It'],
  ])('exist for %s', (type, properties, name, arn) => {
    const resource = { It: { Type: type, Properties: properties } };

    expect(evaluate({ Ref: 'It' }, { Resources: resource })).toBe(name);
    expect(evaluate({ 'Fn::GetAtt': ['It', 'Arn'] }, { Resources: resource })).toBe(arn);
  });

  it.each<[string, Template, RegExp]>([
    [
      'AWS::ECS::TaskDefinition',
      { Family: 'agents' },
      /^arn:aws:ecs:us-east-1:000000000000:task-definition\/agents:1$/,
    ],
    ['AWS::SecretsManager::Secret', {}, /^arn:aws:secretsmanager:us-east-1:000000000000:secret:App-It-[\da-f]{6}$/],
    ['AWS::EC2::Subnet', {}, /^subnet-[\da-f]{17}$/],
    ['AWS::ApiGateway::RestApi', {}, /^[\da-f]{10}$/],
  ])('of %s have the form that Ref returns on AWS', (type, properties, expected) => {
    expect(evaluate({ Ref: 'It' }, { Resources: { It: { Type: type, Properties: properties } } })).toMatch(expected);
  });
});

describe('code of a function', () => {
  const Fn = { Type: 'AWS::Lambda::Function', Properties: { Code: { S3Bucket: 'assets', S3Key: 'abc.zip' } } };
  const asset = (packaging: string) => ({
    abc: { source: { path: 'asset.abc', packaging }, destinations: { here: { objectKey: 'abc.zip' } } },
  });

  it('is the directory of its asset', () => {
    const assembly = load({ App: { Resources: { Fn } } }, { App: asset('zip') });
    const [resource] = assembly.ofType('AWS::Lambda::Function');

    expect(resource && assembly.assetPath(resource)).toBe(join(assembly.directory, 'asset.abc'));
  });

  it.each([
    ['is no asset', {}, /App\/Fn: its code is not a file asset/],
    ['is an archive', asset('file'), /is not a directory/],
  ])('is refused when it %s', (_name, files, message) => {
    const assembly = load({ App: { Resources: { Fn } } }, { App: files });
    const [resource] = assembly.ofType('AWS::Lambda::Function');

    expect(() => resource && assembly.assetPath(resource)).toThrow(message);
  });
});

it('loadAssembly refuses a directory without a manifest', () => {
  expect(() => loadAssembly(tmpdir(), { region: 'us-east-1', accountId: '000000000000' })).toThrow(
    /not a cloud assembly/,
  );
});

describe('outputs of a stack', () => {
  it('are those with a local value', () => {
    const Outputs = { Table: { Value: { Ref: 'Table' } }, Alarm: { Value: { 'Fn::GetAtt': ['Table', 'LocalFoo'] } } };
    const [stack] = load({ App: { Resources: table, Outputs } }).stacks;

    expect(stack?.outputs()).toEqual({ Table: 'App-Table' });
  });
});

describe('nested stack', () => {
  const url = { 'Fn::Join': ['', ['https://s3.', { Ref: 'AWS::URLSuffix' }, '/bucket/abc.json']] };
  const inner = {
    Parameters: { Table: { Type: 'String' }, Size: { Type: 'Number', Default: 3 } },
    Resources: {
      Told: { Type: 'AWS::SSM::Parameter', Properties: { Value: [{ Ref: 'Table' }, { Ref: 'Size' }] } },
      Own: { Type: 'AWS::SQS::Queue', Properties: {} },
    },
    Outputs: { QueueArn: { Value: { 'Fn::GetAtt': ['Own', 'Arn'] } } },
  };
  const outer = {
    Resources: {
      ...table,
      Inner: {
        Type: 'AWS::CloudFormation::Stack',
        Properties: { TemplateURL: url, Parameters: { Table: { Ref: 'Table' } } },
      },
      Reads: { Type: 'AWS::SSM::Parameter', Properties: { Value: { 'Fn::GetAtt': ['Inner', 'Outputs.QueueArn'] } } },
    },
  };
  const files = {
    template: {
      source: { path: 'inner.json', packaging: 'file' },
      destinations: { here: { objectKey: 'abc.json' } },
    },
  };

  it('is known with its place in its parent and its outputs', () => {
    const { stacks } = load({ App: outer }, { App: files }, { 'inner.json': inner });

    expect(stacks.map(({ nestedIn }) => nestedIn)).toEqual([undefined, { stack: 'App', logicalId: 'Inner' }]);
    expect(stacks[1]?.outputs()).toEqual({ QueueArn: `arn:aws:sqs:us-east-1:000000000000:${stacks[1]?.name}-Own` });
  });

  it('gets its parameters from its parent, and passes its outputs to it', () => {
    const assembly = load({ App: outer }, { App: files }, { 'inner.json': inner });
    const [reads, told] = assembly.ofType('AWS::SSM::Parameter');

    expect(told?.properties.Value).toEqual(['App-Table', 3]);
    expect(told?.stack).toMatch(/^App-Inner/);
    expect(reads?.properties.Value).toBe(`arn:aws:sqs:us-east-1:000000000000:${told?.stack}-Own`);
  });

  it('must be in the assembly', () => {
    expect(() => load({ App: outer })).toThrow('its template is not an asset of this assembly');
  });

  it('throws for an output that it does not have', () => {
    const other = { Type: 'AWS::SSM::Parameter', Properties: { Value: { 'Fn::GetAtt': ['Inner', 'Outputs.None'] } } };
    const assembly = load(
      { App: { Resources: { ...outer.Resources, Reads: other } } },
      { App: files },
      { 'inner.json': inner },
    );

    expect(() => assembly.ofType('AWS::SSM::Parameter')[0]?.properties).toThrow('Outputs.None');
  });
});
