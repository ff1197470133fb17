import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { EC2Client } from '@aws-sdk/client-ec2';
import { ECSClient } from '@aws-sdk/client-ecs';
import { IAMClient } from '@aws-sdk/client-iam';
import { KMSClient } from '@aws-sdk/client-kms';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { ServiceQuotasClient } from '@aws-sdk/client-service-quotas';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { STSClient } from '@aws-sdk/client-sts';
import type { Settings } from '../../config.ts';
import { readStacks, type Stacks } from './stacks.ts';

/** Settings of the AWS clients: empty for the operator's environment, or those of the local service. */
interface ClientSettings {
  readonly endpoint?: string;
  readonly region?: string;
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

/** The clients of an AWS account, and its stacks. */
export type Account = ReturnType<typeof openAccount>;

/** Limits how long a hanging request can delay the report. */
const requestHandler = { connectionTimeout: 3_000, requestTimeout: 8_000 };

export function openAccount(settings: ClientSettings, deployment: string) {
  const configuration = { ...settings, requestHandler };
  const clients = {
    cloudFormation: new CloudFormationClient(configuration),
    cloudWatch: new CloudWatchClient(configuration),
    dynamoDb: new DynamoDBClient(configuration),
    ec2: new EC2Client(configuration),
    ecs: new ECSClient(configuration),
    iam: new IAMClient(configuration),
    kms: new KMSClient(configuration),
    lambda: new LambdaClient(configuration),
    quotas: new ServiceQuotasClient(configuration),
    secrets: new SecretsManagerClient(configuration),
    ses: new SESv2Client(configuration),
    sts: new STSClient(configuration),
  };
  let stacks: Promise<Stacks> | undefined;
  return {
    ...clients,
    /** The stacks of the deployment, read once for all checks. */
    stacks(): Promise<Stacks> {
      stacks ??= readStacks(clients.cloudFormation, deployment);
      return stacks;
    },
    close(): void {
      for (const client of Object.values(clients)) client.destroy();
    },
  };
}

/** How clients reach sandboxes; with an edge, also their address with `{label}`. */
export type DeployedIngress =
  | { readonly kind: 'cloudfront' | 'router'; readonly address: string }
  | { readonly kind: 'direct' };

/** The deployed ingress. Only the stack of a distribution has the address as an output. */
export function deployedIngress({ stacks }: Stacks, { ingress, sandboxDomain }: Settings): DeployedIngress {
  const address = stacks.map(({ outputs }) => outputs.SandboxAddress).find((output) => output !== undefined);
  if (address !== undefined) return { kind: 'cloudfront', address };
  return ingress === 'router' ? { kind: 'router', address: `https://{label}.${sandboxDomain}` } : { kind: 'direct' };
}
