import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What decides whether CloudFormation can update one template to another, by the place of each resource. */
export interface TemplateDigest {
  readonly tables: Readonly<Record<Place, TableDigest>>;
  /** Types, and names if fixed, of the resources that outlive their stack, as rows and secrets are in them. */
  readonly retained: Readonly<Record<Place, string>>;
  /** Places by type and name, for types of which an account can have only one of a name. */
  readonly names: Readonly<Record<string, Place>>;
  /** Values by the name of the export. */
  readonly exports: Readonly<Record<string, string>>;
  /** The names of exports that stacks use. */
  readonly imports: readonly string[];
}

/** A template and the logical id in it. */
type Place = string;

export interface TableDigest {
  /** Changing these replaces the table. */
  readonly keys: string;
  readonly localIndexes: string;
  /** Definitions of the global indexes, by name. */
  readonly indexes: Readonly<Record<string, string>>;
  /** What its stream contains; absent without a stream. */
  readonly stream?: string;
}

/** The properties with names that are unique in an account or Region. */
const nameProperties: Readonly<Record<string, string>> = {
  'AWS::Budgets::Budget': 'Budget.BudgetName',
  'AWS::CloudFront::CachePolicy': 'CachePolicyConfig.Name',
  'AWS::CloudFront::Function': 'Name',
  'AWS::CloudFront::KeyValueStore': 'Name',
  'AWS::CloudFront::OriginAccessControl': 'OriginAccessControlConfig.Name',
  'AWS::CloudFront::OriginRequestPolicy': 'OriginRequestPolicyConfig.Name',
  'AWS::CloudFront::ResponseHeadersPolicy': 'ResponseHeadersPolicyConfig.Name',
  'AWS::CloudWatch::Alarm': 'AlarmName',
  'AWS::CloudWatch::Dashboard': 'DashboardName',
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::ECS::Cluster': 'ClusterName',
  'AWS::Events::Rule': 'Name',
  'AWS::IAM::Role': 'RoleName',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::Logs::DeliveryDestination': 'Name',
  'AWS::Logs::DeliverySource': 'Name',
  'AWS::Logs::LogGroup': 'LogGroupName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::SQS::Queue': 'QueueName',
  'AWS::SecretsManager::Secret': 'Name',
  'AWS::XRay::SamplingRule': 'SamplingRule.RuleName',
};

/** These types are retained because an account has one of them, not because of what is in them. */
const ofAccount: readonly string[] = ['AWS::ApiGateway::Account', 'AWS::IAM::Role'];

// biome-ignore lint/suspicious/noExplicitAny: a template has no types.
type Value = any;

export interface Template {
  readonly Resources: Readonly<Record<string, Value>>;
  readonly Outputs?: Readonly<Record<string, Value>>;
}

/** @param directory of a cloud assembly */
export function templatesIn(directory: string): Readonly<Record<string, Template>> {
  const files = readdirSync(directory).filter((name) => name.endsWith('.template.json'));
  return Object.fromEntries(
    files.map((name) => [
      name.replace(/(\.nested)?\.template\.json$/, ''),
      JSON.parse(readFileSync(join(directory, name), 'utf8')),
    ]),
  );
}

export function digestOf(templates: Readonly<Record<string, Template>>): TemplateDigest {
  const resources = Object.entries(templates).flatMap(([name, { Resources }]) =>
    Object.entries(Resources).map(([logicalId, resource]) => ({ place: `${name}/${logicalId}`, ...resource })),
  );
  const outputs = Object.values(templates).flatMap(({ Outputs = {} }) => Object.values(Outputs));
  return {
    tables: sorted(
      resources
        .filter(({ Type }) => Type === 'AWS::DynamoDB::Table')
        .map(({ place, Properties }) => [place, tableDigest(Properties)]),
    ),
    retained: sorted(
      resources
        .filter(({ Type, DeletionPolicy }) => DeletionPolicy === 'Retain' && !ofAccount.includes(Type))
        .map(({ place, Type, Properties }) => [place, identityOf(Type, Properties)]),
    ),
    names: sorted(
      resources
        .filter(({ Type, Properties }) => nameOf(Type, Properties) !== undefined)
        .map(({ place, Type, Properties }) => [identityOf(Type, Properties), place]),
    ),
    exports: sorted(
      outputs
        .filter(({ Export }) => Export !== undefined)
        .map(({ Export, Value: value }) => [textOf(Export.Name), textOf(value)]),
    ),
    imports: [...new Set(Object.values(templates).flatMap(importsIn))].toSorted(),
  };
}

function tableDigest(table: Value): TableDigest {
  const { KeySchema, AttributeDefinitions, LocalSecondaryIndexes, GlobalSecondaryIndexes, StreamSpecification } = table;
  const types = new Map<string, string>(
    AttributeDefinitions.map((one: Value) => [one.AttributeName, one.AttributeType]),
  );
  const keysOf = (schema: Value) =>
    schema.map((key: Value) => `${key.AttributeName} ${types.get(key.AttributeName)} ${key.KeyType}`).join(', ');
  const definitionOf = ({ KeySchema: schema, Projection }: Value) =>
    `${keysOf(schema)}; ${Projection.ProjectionType} ${(Projection.NonKeyAttributes ?? []).toSorted().join(' ')}`.trim();
  const byName = (indexes: readonly Value[] = []) =>
    sorted<string>(indexes.map((index) => [index.IndexName, definitionOf(index)]));
  return {
    keys: keysOf(KeySchema),
    localIndexes: JSON.stringify(byName(LocalSecondaryIndexes)),
    indexes: byName(GlobalSecondaryIndexes),
    ...(StreamSpecification && { stream: StreamSpecification.StreamViewType }),
  };
}

function nameOf(type: string, properties: Value): unknown {
  return nameProperties[type]?.split('.').reduce((value, member) => value?.[member], properties);
}

/** Another one of either replaces the resource. */
function identityOf(type: string, properties: Value): string {
  const name = nameOf(type, properties);
  return name === undefined ? type : `${type} ${textOf(name)}`;
}

function importsIn(template: Template): readonly string[] {
  const found: string[] = [];
  JSON.stringify(template, (key, value) => {
    if (key === 'Fn::ImportValue') found.push(textOf(value));
    return value;
  });
  return found;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function sorted<T>(entries: readonly (readonly [string, T])[]): Readonly<Record<string, T>> {
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
