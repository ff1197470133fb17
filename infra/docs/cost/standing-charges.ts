import type { Deployed } from './deployed.ts';
import type { Sold } from './unit-prices.ts';

/** A number of units of something that AWS sells. */
export interface Units {
  readonly sold: Sold;
  readonly units: number;
}

/** What a resource costs by being there, whether it is used or not. */
const standing: Readonly<Record<string, (resource: Deployed) => Units>> = {
  'AWS::KMS::Key': () => ({ sold: 'key', units: 1 }),
  'AWS::SecretsManager::Secret': () => ({ sold: 'secret', units: 1 }),
  'AWS::CloudWatch::Alarm': (alarm) => ({ sold: 'alarmMetric', units: metricsOf(alarm) }),
  'AWS::CloudWatch::CompositeAlarm': () => ({ sold: 'compositeAlarm', units: 1 }),
  'AWS::CloudWatch::Dashboard': () => ({ sold: 'dashboard', units: 1 }),
  'AWS::Logs::MetricFilter': () => ({ sold: 'metric', units: 1 }),
  'AWS::EC2::NatGateway': () => ({ sold: 'natGateway', units: 1 }),
  'AWS::ElasticLoadBalancingV2::LoadBalancer': () => ({ sold: 'loadBalancer', units: 1 }),
};

/**
 * Types that cost nothing as long as nothing uses them. Budgets are here, as those without actions are free.
 * Names that end in `::` stand for all types of a service.
 */
const freeWhileUnused = [
  'AWS::ApiGateway::',
  'AWS::Budgets::Budget',
  'AWS::CDK::Metadata',
  'AWS::CertificateManager::Certificate',
  'AWS::CloudFormation::',
  'AWS::CloudFront::',
  'AWS::DynamoDB::Table',
  'AWS::EC2::InternetGateway',
  'AWS::EC2::Route',
  'AWS::EC2::RouteTable',
  'AWS::EC2::SecurityGroup',
  'AWS::EC2::SecurityGroupEgress',
  'AWS::EC2::SecurityGroupIngress',
  'AWS::EC2::Subnet',
  'AWS::EC2::SubnetRouteTableAssociation',
  'AWS::EC2::VPC',
  'AWS::EC2::VPCGatewayAttachment',
  'AWS::ECR::Repository',
  'AWS::ECS::Cluster',
  'AWS::ECS::ClusterCapacityProviderAssociations',
  'AWS::ECS::TaskDefinition',
  'AWS::Events::Rule',
  'AWS::IAM::',
  'AWS::Lambda::',
  // They move what the log group is charged for.
  'AWS::Logs::Delivery',
  'AWS::Logs::DeliveryDestination',
  'AWS::Logs::DeliverySource',
  'AWS::Logs::LogGroup',
  'AWS::Logs::QueryDefinition',
  'AWS::Route53::RecordSet',
  // One bucket holds two short texts, another one the files of the console, some megabytes.
  'AWS::S3::Bucket',
  'AWS::S3::BucketPolicy',
  'AWS::SNS::',
  'AWS::SQS::',
  'AWS::SSM::Parameter',
  'AWS::SecretsManager::ResourcePolicy',
  'AWS::WAFv2::WebACLAssociation',
  'AWS::XRay::SamplingRule',
  'Custom::',
];

/** @throws naming a type of which nothing is known: a new kind of resource must not go uncounted */
export function standingChargesOf(resources: readonly Deployed[]): readonly Units[] {
  const unknown = new Set(resources.map(({ type }) => type).filter((type) => !(type in standing) && !isFree(type)));
  if (unknown.size > 0)
    throw new Error(
      `Say in infra/docs/cost/standing-charges.ts what an unused ${[...unknown].join(', ')} costs: it is in the templates, and in no list.`,
    );
  return resources.flatMap((resource) => standing[resource.type]?.(resource) ?? []);
}

function isFree(type: string): boolean {
  return freeWhileUnused.some((free) => (free.endsWith('::') ? type.startsWith(free) : type === free));
}

/** An alarm is charged for each metric that it reads. */
function metricsOf({ properties: { Metrics } }: Deployed): number {
  if (!Array.isArray(Metrics)) return 1;
  return Metrics.filter((query) => query.MetricStat !== undefined).length;
}
