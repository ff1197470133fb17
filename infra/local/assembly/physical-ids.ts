import { createHash } from 'node:crypto';
import { AssemblyError } from './template.ts';

/** What a resource's local values are derived from. `property` reads one of its resolved properties. */
export interface Subject {
  readonly stack: string;
  readonly logicalId: string;
  readonly type: string;
  readonly region: string;
  readonly accountId: string;
  property(name: string): unknown;
}

/** Properties with which a template names a resource. Other resources are named after stack and logical id. */
const nameProperties: Readonly<Record<string, string>> = {
  'AWS::ApiGateway::Stage': 'StageName',
  'AWS::CloudFront::Function': 'Name',
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::ECS::Cluster': 'ClusterName',
  'AWS::Events::Rule': 'Name',
  'AWS::IAM::ManagedPolicy': 'ManagedPolicyName',
  'AWS::IAM::Policy': 'PolicyName',
  'AWS::IAM::Role': 'RoleName',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::Logs::LogGroup': 'LogGroupName',
  'AWS::SQS::Queue': 'QueueName',
  'AWS::SecretsManager::Secret': 'Name',
};

/** Prefixes of ids that AWS generates. Ours are hashes, so that they survive a restart. */
const generatedIds: Readonly<Record<string, string>> = {
  'AWS::EC2::InternetGateway': 'igw-',
  'AWS::EC2::RouteTable': 'rtb-',
  'AWS::EC2::SecurityGroup': 'sg-',
  'AWS::EC2::Subnet': 'subnet-',
  'AWS::EC2::VPC': 'vpc-',
  'Custom::EdgePrefixList': 'pl-',
};

/** The name of a resource: its own, or its stack and logical id. */
export function nameOf(subject: Subject): string {
  const property = nameProperties[subject.type];
  const given = property === undefined ? undefined : subject.property(property);
  if (typeof given === 'string') return given;
  return `${subject.stack}-${subject.logicalId}`;
}

/** A short id that is stable for a resource and a purpose. */
export function hashOf(subject: Subject, purpose: string, length: number): string {
  const text = `${purpose}/${subject.stack}/${subject.logicalId}`;
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}

/** Services without a Region in their ARNs. */
const GLOBAL = ['iam', 'cloudfront'];

export function arnOf(subject: Subject, service: string, resource: string): string {
  const { region, accountId } = subject;
  const where = GLOBAL.includes(service) ? `:${accountId}` : `${region}:${accountId}`;
  return `arn:aws:${service}:${where}:${resource}`;
}

/** What `Ref` returns for a resource. @throws AssemblyError for a type that our templates never refer to */
export function refOf(subject: Subject): string {
  const name = nameOf(subject);
  switch (subject.type) {
    case 'AWS::ECS::TaskDefinition':
      return arnOf(subject, 'ecs', `task-definition/${String(subject.property('Family') ?? name)}:1`);
    case 'AWS::SecretsManager::Secret':
      return arnOf(subject, 'secretsmanager', `secret:${name}-${hashOf(subject, 'secret', 6)}`);
    case 'AWS::SQS::Queue':
      return `https://sqs.${subject.region}.amazonaws.com/${subject.accountId}/${name}`;
    case 'AWS::IAM::ManagedPolicy':
      return arnOf(subject, 'iam', `policy/${name}`);
    case 'AWS::KMS::Key':
      return keyId(subject);
    case 'AWS::ApiGateway::RestApi':
      return hashOf(subject, 'api', 10);
    case 'AWS::ApiGateway::Deployment':
      return hashOf(subject, 'id', 6);
    case 'AWS::CloudFront::Function':
      return arnOf(subject, 'cloudfront', `function/${name}`);
    case 'AWS::CloudFront::Distribution':
      return `E${hashOf(subject, 'id', 13).toUpperCase()}`;
    case 'AWS::S3::Bucket':
      // Bucket names are lower case and have at most 63 characters.
      return `${subject.stack}-${hashOf(subject, 'bucket', 12)}`.toLowerCase().slice(-63);
    case 'AWS::CloudFront::CachePolicy':
    case 'AWS::CloudFront::OriginAccessControl':
    case 'AWS::CloudFront::OriginRequestPolicy':
    case 'AWS::CloudFront::ResponseHeadersPolicy':
    case 'AWS::Lambda::EventSourceMapping':
    case 'AWS::CloudFront::KeyValueStore':
      return keyId(subject);
  }
  const prefix = generatedIds[subject.type];
  if (prefix !== undefined) return `${prefix}${hashOf(subject, 'id', 17)}`;
  if (subject.type in nameProperties) return name;
  throw new AssemblyError(`${subject.stack}/${subject.logicalId}`, `Ref of ${subject.type} is not supported`);
}

/** A stable id in the form of a UUID. */
function keyId(subject: Subject): string {
  const hex = hashOf(subject, 'uuid', 32);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
