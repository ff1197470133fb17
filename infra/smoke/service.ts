import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { EC2Client } from '@aws-sdk/client-ec2';
import { ECSClient } from '@aws-sdk/client-ecs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { deploymentOf, findService, openStores, type Stores } from '../keys/find-service.ts';
import type { SmokeOptions } from './options.ts';
import { type TableOutput, tableOutputs } from './owner-tables.ts';

/** An operator's access to the AWS resources of a service. */
export interface Access {
  /** The prefix of its stack names, its cluster's name, and the tag of its disks. */
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
  /** Whether it runs on this machine, with processes and folders instead of AWS. */
  readonly isLocal: boolean;
  /** The user's key. Without one, the run makes its own, for which it needs `access`. */
  readonly apiKey: string | undefined;
  readonly access: Access | undefined;
}

/** Keeps hanging requests shorter than their step, and retries throttled ones. */
const patience = {
  requestHandler: { connectionTimeout: 5_000, requestTimeout: 20_000, throwOnRequestTimeout: true },
  maxAttempts: 5,
};

/** @throws UserError when there is no such service */
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
