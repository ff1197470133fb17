import { arnOf, hashOf, keyId, nameOf, refOf, type Subject } from './physical-ids.ts';

type Attributes = Readonly<Record<string, (subject: Subject) => unknown>>;

const arn =
  (service: string, prefix = '', suffix = '') =>
  (subject: Subject): string =>
    arnOf(subject, service, `${prefix}${nameOf(subject)}${suffix}`);
const property =
  (name: string) =>
  (subject: Subject): unknown =>
    subject.property(name);

const table: Attributes = {
  Arn: arn('dynamodb', 'table/'),
  // The label of a real stream is its time of creation; one fixed label names the only stream that a local table has.
  StreamArn: arn('dynamodb', 'table/', '/stream/2000-01-01T00:00:00.000'),
  TableId: keyId,
};
const vpc: Attributes = {
  VpcId: refOf,
  CidrBlock: property('CidrBlock'),
  DefaultSecurityGroup: (subject) => `sg-${hashOf(subject, 'default-group', 17)}`,
  DefaultNetworkAcl: (subject) => `acl-${hashOf(subject, 'default-acl', 17)}`,
};
const subnet: Attributes = {
  SubnetId: refOf,
  VpcId: property('VpcId'),
  CidrBlock: property('CidrBlock'),
  AvailabilityZone: property('AvailabilityZone'),
};
const bucket: Attributes = {
  Arn: arn('s3'),
  DomainName: (subject) => `${nameOf(subject)}.s3.amazonaws.com`,
  RegionalDomainName: (subject) => `${nameOf(subject)}.s3.${subject.region}.amazonaws.com`,
};

/** What `Fn::GetAtt` gives, by type of resource. What is not listed here has no local value, and asking for it is an error. */
const attributes: Readonly<Record<string, Attributes>> = {
  'AWS::ApiGateway::Authorizer': { AuthorizerId: refOf },
  'AWS::ApiGateway::Deployment': { DeploymentId: refOf },
  'AWS::ApiGateway::Resource': { ResourceId: refOf },
  'AWS::ApiGateway::RestApi': { RestApiId: refOf, RootResourceId: (subject) => hashOf(subject, 'root', 10) },
  'AWS::CloudWatch::Alarm': { Arn: arn('cloudwatch', 'alarm:') },
  'AWS::CloudWatch::CompositeAlarm': { Arn: arn('cloudwatch', 'alarm:') },
  'AWS::DynamoDB::GlobalTable': table,
  'AWS::DynamoDB::Table': table,
  'AWS::EC2::EIP': { AllocationId: refOf, PublicIp: () => '192.0.2.1' },
  'AWS::EC2::SecurityGroup': { GroupId: refOf, Id: refOf, VpcId: property('VpcId') },
  'AWS::EC2::Subnet': subnet,
  'AWS::EC2::VPC': vpc,
  'AWS::ECS::Cluster': { Arn: arn('ecs', 'cluster/') },
  'AWS::ECS::Service': { Name: nameOf, ServiceArn: refOf },
  'AWS::ECS::TaskDefinition': { TaskDefinitionArn: refOf },
  'AWS::Events::EventBus': { Arn: arn('events', 'event-bus/'), Name: nameOf },
  'AWS::Events::Rule': { Arn: arn('events', 'rule/') },
  'AWS::IAM::ManagedPolicy': { PolicyArn: refOf },
  'AWS::IAM::Role': {
    Arn: arn('iam', 'role/'),
    RoleId: (subject) => `AROA${hashOf(subject, 'role', 17).toUpperCase()}`,
  },
  'AWS::KMS::Key': { Arn: (subject) => arnOf(subject, 'kms', `key/${refOf(subject)}`), KeyId: refOf },
  'AWS::Lambda::Function': { Arn: arn('lambda', 'function:') },
  'AWS::Lambda::Version': { FunctionArn: refOf, Version: () => '1' },
  'AWS::Lambda::Alias': { AliasArn: refOf },
  'AWS::Logs::LogGroup': { Arn: arn('logs', 'log-group:', ':*') },
  'AWS::S3::Bucket': bucket,
  'AWS::SNS::Topic': { TopicArn: refOf, TopicName: nameOf },
  'AWS::SQS::Queue': { Arn: arn('sqs'), QueueName: nameOf, QueueUrl: refOf },
  'AWS::SSM::Parameter': { Type: property('Type'), Value: property('Value') },
  'AWS::Scheduler::Schedule': { Arn: arn('scheduler', 'schedule/default/') },
  'AWS::Scheduler::ScheduleGroup': { Arn: arn('scheduler', 'schedule-group/') },
  'AWS::SecretsManager::Secret': { Id: refOf },
  'AWS::StepFunctions::StateMachine': { Arn: refOf, Name: nameOf },
};

/** The value of an attribute, or undefined when this machine has none for it. */
export function attributeOf(subject: Subject, attribute: string): unknown {
  return attributes[subject.type]?.[attribute]?.(subject);
}
