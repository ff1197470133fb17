import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { EC2Client } from '@aws-sdk/client-ec2';
import { ECSClient } from '@aws-sdk/client-ecs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { deploymentOf, findService, openStores, type Stores } from '../keys/find-service.ts';
import type { SmokeOptions } from './options.ts';
import { type TableOutput, tableOutputs } from './owner-tables.ts';

/** What an operator sees of a service beside its API. */
export interface Access {
  /** What the names of its stacks, its cluster, and the tags of its disks begin with. */
  readonly deployment: string;
  readonly tables: Readonly<Record<TableOutput, string>>;
  readonly stores: Stores;
  readonly documents: DynamoDBDocumentClient;
  readonly ec2: EC2Client;
  readonly ecs: ECSClient;
}

/** The service under test. */
export interface Service {
  readonly baseUrl: string;
  /** Whether it runs on this machine, where processes and folders stand in for AWS. */
  readonly isLocal: boolean;
  /** The key that the user gave. Without one, the run makes its own, for which it needs `access`. */
  readonly apiKey: string | undefined;
  readonly access: Access | undefined;
}

/** A call that hangs must not outlast its step, and one throttled call must not fail it. */
const patience = {
  requestHandler: { connectionTimeout: 5_000, requestTimeout: 20_000, throwOnRequestTimeout: true },
  maxAttempts: 5,
};

/** Finds the service that the options name. @throws UserError when there is none */
export async function openService({ stack, port, state, address }: SmokeOptions): Promise<Service> {
  if (address) {
    const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(address.baseUrl).hostname);
    return { ...address, isLocal, access: undefined };
  }
  const target = { stack: stack === undefined ? undefined : deploymentOf(stack), port, state };
  const { client, deployment, outputs } = await findService(target, 'BaseUrl', ...tableOutputs);
  const { BaseUrl, ...tables } = outputs;
  const aws = { ...client, ...patience };
  return {
    baseUrl: BaseUrl.replace(/\/+$/, ''),
    isLocal: stack === undefined,
    apiKey: undefined,
    access: {
      deployment,
      tables,
      stores: await openStores(target),
      documents: DynamoDBDocumentClient.from(new DynamoDBClient(aws)),
      ec2: new EC2Client(aws),
      ecs: new ECSClient(aws),
    },
  };
}
