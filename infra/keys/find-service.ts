import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { ChangeAuthor } from '../../shared/domain/accounts/audit/audit-journal.ts';
import { DynamoKeyStore } from '../../shared/domain/accounts/keys/dynamo-key-store.ts';
import { KeyJournal } from '../../shared/domain/accounts/keys/key-journal.ts';
import { DynamoOwnerStore } from '../../shared/domain/accounts/owners/dynamo-owner-store.ts';
import { type LocalService, readLocalService } from '../local/state/local-service.ts';
import { UserError } from '../local/terminal/user-error.ts';

export interface Target {
  readonly stack?: string | undefined;
  readonly port?: string | undefined;
  readonly state?: string | undefined;
}

export type OutputName = keyof LocalService['outputs'];

/** Settings of AWS clients: empty for the operator's environment, or those of the local service. */
interface ClientSettings {
  readonly endpoint?: string;
  readonly region?: string;
  readonly credentials?: LocalService['credentials'];
}

interface FoundService<Name extends OutputName> {
  readonly client: ClientSettings;
  /** The prefix of its stack names, such as `agent-conversations-dev`; also the name of its ECS cluster. */
  readonly deployment: string;
  /** The requested outputs. */
  readonly outputs: Readonly<Record<Name, string>>;
}

/** A deployed service, or the local one. @throws UserError */
export async function findService<Name extends OutputName>(
  target: Target,
  ...names: readonly Name[]
): Promise<FoundService<Name>> {
  if (target.stack !== undefined) {
    return { client: {}, deployment: deploymentOf(target.stack), outputs: await deployedOutputs(target.stack, names) };
  }
  const service = await readLocalService(target);
  return { client: clientOf(service), deployment: service.deployment, outputs: service.outputs };
}

/** The client settings for a deployed service or the local one. @throws UserError */
export async function reachService(target: Target): Promise<ClientSettings> {
  return target.stack === undefined ? clientOf(await readLocalService(target)) : {};
}

/** The prefix of a deployment's stack names, from that prefix or the name of a stack. */
export function deploymentOf(stack: string): string {
  return stack.replace(/-(data|api)$/, '');
}

function clientOf({ awsEndpoint: endpoint, region, credentials }: LocalService): ClientSettings {
  return { endpoint, region, credentials };
}

/** Finds stacks by their prefix or by their own name. */
async function deployedOutputs<Name extends OutputName>(
  name: string,
  wanted: readonly Name[],
): Promise<Readonly<Record<Name, string>>> {
  const cloudFormation = new CloudFormationClient({});
  const found = new Map<string, string>();
  for (const StackName of [`${name}-data`, `${name}-api`, name]) {
    const { Stacks: [stack] = [] } = await cloudFormation
      .send(new DescribeStacksCommand({ StackName }))
      .catch(absentStack);
    for (const { OutputKey, OutputValue } of stack?.Outputs ?? []) {
      if (OutputKey && OutputValue && !found.has(OutputKey)) found.set(OutputKey, OutputValue);
    }
    if (wanted.every((output) => found.has(output))) break;
  }
  const missing = wanted.find((output) => !found.has(output));
  if (missing !== undefined) {
    throw new UserError(`This account and Region have no stack ${name} or ${name}-data with an output ${missing}.`);
  }
  return Object.fromEntries(wanted.map((output) => [output, found.get(output)])) as Record<Name, string>;
}

function absentStack(error: unknown): { Stacks: [] } {
  if (error instanceof Error && error.name === 'ValidationError') return { Stacks: [] };
  throw new UserError(`CloudFormation cannot be reached: ${error instanceof Error ? error.message : String(error)}`);
}

export interface Stores {
  readonly keys: DynamoKeyStore;
  readonly owners: DynamoOwnerStore;
  readonly journal: KeyJournal;
}

/** The author of changes in the audit log. */
export const operator: ChangeAuthor = { actor: { type: 'operator', name: process.env.USER ?? null } };

/** @throws UserError */
export async function openStores(target: Target): Promise<Stores> {
  const { client, outputs } = await findService(
    target,
    'ApiKeysTable',
    'OwnersTable',
    'AuditTable',
    'IntegratorEventsTable',
  );
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient(client), {
    marshallOptions: { removeUndefinedValues: true },
  });
  return {
    keys: new DynamoKeyStore(documents, { apiKeys: outputs.ApiKeysTable }),
    owners: new DynamoOwnerStore(documents, { owners: outputs.OwnersTable }),
    journal: new KeyJournal({ audit: outputs.AuditTable, integratorEvents: outputs.IntegratorEventsTable }),
  };
}
