import { arnOf, hashOf, nameOf, refOf, type Subject } from './physical-ids.ts';

type Attributes = Readonly<Record<string, (subject: Subject) => unknown>>;

const arn =
  (service: string, prefix = '', suffix = '') =>
  (subject: Subject): string =>
    arnOf(subject, service, `${prefix}${nameOf(subject)}${suffix}`);

/** What `Fn::GetAtt` gives, by resource type. Anything else is an error. */
const attributes: Readonly<Record<string, Attributes>> = {
  'AWS::CloudFront::CachePolicy': { Id: refOf },
  'AWS::CloudFront::Distribution': {
    Id: refOf,
    // The names of CloudFront begin with a d.
    DomainName: (subject) => `d${hashOf(subject, 'domain', 13)}.cloudfront.net`,
  },
  'AWS::CloudFront::Function': { 'FunctionMetadata.FunctionARN': refOf, FunctionARN: refOf },
  'AWS::CloudFront::KeyValueStore': {
    Arn: (subject) => arnOf(subject, 'cloudfront', `key-value-store/${refOf(subject)}`),
    Id: refOf,
  },
  'AWS::CloudFront::OriginAccessControl': { Id: refOf },
  'AWS::CloudFront::OriginRequestPolicy': { Id: refOf },
  'AWS::CloudFront::ResponseHeadersPolicy': { Id: refOf },
  'AWS::DynamoDB::Table': {
    Arn: arn('dynamodb', 'table/'),
    // The label of a real stream is its time of creation; one fixed label names the only stream that a local table has.
    StreamArn: arn('dynamodb', 'table/', '/stream/2000-01-01T00:00:00.000'),
  },
  'AWS::EC2::SecurityGroup': { GroupId: refOf },
  'AWS::EC2::VPC': { DefaultSecurityGroup: (subject) => `sg-${hashOf(subject, 'default-group', 17)}` },
  'AWS::ECS::Cluster': { Arn: arn('ecs', 'cluster/') },
  'AWS::Events::Rule': { Arn: arn('events', 'rule/') },
  'AWS::IAM::Role': { Arn: arn('iam', 'role/') },
  'AWS::KMS::Key': { Arn: (subject) => arnOf(subject, 'kms', `key/${refOf(subject)}`) },
  'AWS::Lambda::Function': { Arn: arn('lambda', 'function:') },
  'AWS::Logs::LogGroup': { Arn: arn('logs', 'log-group:', ':*') },
  'AWS::S3::Bucket': {
    Arn: (subject) => `arn:aws:s3:::${refOf(subject)}`,
    RegionalDomainName: (subject) => `${refOf(subject)}.s3.${subject.region}.amazonaws.com`,
  },
  'AWS::SQS::Queue': { Arn: arn('sqs') },
};

/** The value of an attribute, or undefined when this machine has none for it. */
export function attributeOf(subject: Subject, attribute: string): unknown {
  return attributes[subject.type]?.[attribute]?.(subject);
}
