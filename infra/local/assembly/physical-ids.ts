import { createHash } from 'node:crypto';

/** What the values of one resource are derived from. `property` reads one of its own properties, resolved. */
export interface Subject {
  readonly stack: string;
  readonly logicalId: string;
  readonly type: string;
  readonly region: string;
  readonly accountId: string;
  property(name: string): unknown;
}

/** The properties by which a template may name a resource itself. Any other resource is named after its stack and logical id. */
const nameProperties: Readonly<Record<string, string>> = {
  'AWS::ApiGateway::Stage': 'StageName',
  'AWS::CloudWatch::Alarm': 'AlarmName',
  'AWS::CloudWatch::CompositeAlarm': 'AlarmName',
  'AWS::CloudWatch::Dashboard': 'DashboardName',
  'AWS::DynamoDB::GlobalTable': 'TableName',
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::ECS::Cluster': 'ClusterName',
  'AWS::ECS::Service': 'ServiceName',
  'AWS::Events::EventBus': 'Name',
  'AWS::Events::Rule': 'Name',
  'AWS::IAM::ManagedPolicy': 'ManagedPolicyName',
  'AWS::IAM::Policy': 'PolicyName',
  'AWS::IAM::Role': 'RoleName',
  'AWS::KMS::Alias': 'AliasName',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::Logs::LogGroup': 'LogGroupName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::SNS::Topic': 'TopicName',
  'AWS::SQS::Queue': 'QueueName',
  'AWS::SSM::Parameter': 'Name',
  'AWS::Scheduler::Schedule': 'Name',
  'AWS::Scheduler::ScheduleGroup': 'Name',
  'AWS::SecretsManager::Secret': 'Name',
  'AWS::StepFunctions::StateMachine': 'StateMachineName',
  'AWS::WAFv2::WebACL': 'Name',
};

/** Resources whose id AWS makes up: a prefix and digits. Ours come from a hash, so that they survive a restart. */
const generatedIds: Readonly<Record<string, string>> = {
  'AWS::EC2::EIP': 'eipalloc-',
  'AWS::EC2::FlowLog': 'fl-',
  'AWS::EC2::InternetGateway': 'igw-',
  'AWS::EC2::NatGateway': 'nat-',
  'AWS::EC2::NetworkAcl': 'acl-',
  'AWS::EC2::RouteTable': 'rtb-',
  'AWS::EC2::SecurityGroup': 'sg-',
  'AWS::EC2::Subnet': 'subnet-',
  'AWS::EC2::VPC': 'vpc-',
  'AWS::EC2::VPCEndpoint': 'vpce-',
};

/** The name of a resource: its own, or one made of stack and logical id. */
export function nameOf(subject: Subject): string {
  const property = nameProperties[subject.type];
  const given = property === undefined ? undefined : subject.property(property);
  if (typeof given === 'string') return given;
  const name = `${subject.stack}-${subject.logicalId}`;
  return subject.type === 'AWS::S3::Bucket' ? name.toLowerCase() : name;
}

/** A short id that is always the same for the same resource. */
export function hashOf(subject: Subject, purpose: string, length: number): string {
  const text = `${purpose}/${subject.stack}/${subject.logicalId}`;
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}

export function arnOf(subject: Subject, service: string, resource: string): string {
  const { region, accountId } = subject;
  // IAM has no Region, S3 neither Region nor account.
  const where = service === 'iam' ? `:${accountId}` : service === 's3' ? ':' : `${region}:${accountId}`;
  return `arn:aws:${service}:${where}:${resource}`;
}

/** What `Ref` gives for a resource. */
export function refOf(subject: Subject): string {
  const name = nameOf(subject);
  switch (subject.type) {
    case 'AWS::ECS::TaskDefinition':
      return arnOf(subject, 'ecs', `task-definition/${String(subject.property('Family') ?? name)}:1`);
    case 'AWS::ECS::Service':
      return arnOf(subject, 'ecs', `service/${name}`);
    case 'AWS::SecretsManager::Secret':
      return arnOf(subject, 'secretsmanager', `secret:${name}-${hashOf(subject, 'secret', 6)}`);
    case 'AWS::SNS::Topic':
      return arnOf(subject, 'sns', name);
    case 'AWS::SQS::Queue':
      return `https://sqs.${subject.region}.amazonaws.com/${subject.accountId}/${name}`;
    case 'AWS::StepFunctions::StateMachine':
      return arnOf(subject, 'states', `stateMachine:${name}`);
    case 'AWS::IAM::ManagedPolicy':
      return arnOf(subject, 'iam', `policy/${name}`);
    case 'AWS::KMS::Key':
      return keyId(subject);
    case 'AWS::ApiGateway::RestApi':
      return hashOf(subject, 'api', 10);
    case 'AWS::ApiGateway::Resource':
    case 'AWS::ApiGateway::Authorizer':
    case 'AWS::ApiGateway::Deployment':
    case 'AWS::ApiGateway::RequestValidator':
      return hashOf(subject, 'id', 6);
    case 'AWS::Lambda::Version':
      return `${functionArn(subject)}:1`;
    case 'AWS::Lambda::Alias':
      return `${functionArn(subject)}:${String(subject.property('Name'))}`;
    case 'AWS::Lambda::EventSourceMapping':
      return keyId(subject);
  }
  const prefix = generatedIds[subject.type];
  return prefix === undefined ? name : `${prefix}${hashOf(subject, 'id', 17)}`;
}

/** A stable id in the form of a UUID. */
export function keyId(subject: Subject): string {
  const hex = hashOf(subject, 'uuid', 32);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

function functionArn(subject: Subject): string {
  const given = String(subject.property('FunctionName'));
  return given.startsWith('arn:') ? given : arnOf(subject, 'lambda', `function:${given}`);
}
