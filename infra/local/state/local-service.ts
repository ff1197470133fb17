import { join, resolve } from 'node:path';
import * as z from 'zod';
import { parseOptions } from '../terminal/options.ts';
import { UserError } from '../terminal/user-error.ts';
import { readStateFile } from './state-file.ts';

/** The file that tells tools on this machine how to reach the running service. */
export const SERVICE_FILE = 'endpoint.json';

/** The outputs of the data stack that tools need. */
const DataOutputs = z.object({
  ApiKeysTable: z.string(),
  OwnersTable: z.string(),
  MembersTable: z.string(),
  OperationsTable: z.string(),
  InvitationsTable: z.string(),
  SandboxesTable: z.string(),
  SnapshotsTable: z.string(),
  SandboxSpecsTable: z.string(),
  PrebuildsTable: z.string(),
  LaunchPacesTable: z.string(),
  EdgeEntriesTable: z.string(),
  SweepPartsTable: z.string(),
  ConversationsTable: z.string(),
  StartTasksTable: z.string(),
  EventsTable: z.string(),
  PendingMessagesTable: z.string(),
  SettingsTable: z.string(),
  SecretsTable: z.string(),
  DeviceCodesTable: z.string(),
  ApiCallsTable: z.string(),
  AuditTable: z.string(),
  IntegratorEventsTable: z.string(),
  WebhookEndpointsTable: z.string(),
  WebhookMessagesTable: z.string(),
  IdempotencyTable: z.string(),
  UsageTable: z.string(),
  UsageSumsTable: z.string(),
  ModelCallsTable: z.string(),
  UploadsTable: z.string(),
  WaitsTable: z.string(),
  MasterSecretArn: z.string(),
});
export const outputNames = Object.keys(DataOutputs.shape);

const ServiceFile = z.object({
  aws_endpoint: z.string(),
  /** URL of the sandboxes, with `{label}` in it; null when each of their ports is a port of this machine. */
  sandbox_url: z.string().nullable(),
  region: z.string(),
  deployment: z.string(),
  admin: z.object({ access_key_id: z.string(), secret_access_key: z.string() }),
  outputs: DataOutputs.extend({ BaseUrl: z.string() }),
});

export interface LocalService {
  readonly awsEndpoint: string;
  readonly region: string;
  /** Prefix of the names of its stacks, and name of its ECS cluster. */
  readonly deployment: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** The outputs of its stacks, by name. */
  readonly outputs: Readonly<z.infer<typeof ServiceFile>['outputs']>;
}

/** Finds the local service by port or state directory. @throws UserError when none runs there */
export async function readLocalService(where: {
  port?: string | undefined;
  state?: string | undefined;
}): Promise<LocalService> {
  const { port: wantedPort, state } = where;
  const args = Object.entries({ port: wantedPort, state }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, value],
  );
  const { port, stateDirectory } = parseOptions(args, process.env);
  const text = await readStateFile(join(resolve(stateDirectory), SERVICE_FILE));
  if (text === undefined) {
    throw new UserError(
      `No service of this project runs on port ${port}. Start it with \`npm start\`, use --port PORT for another port, or --stack NAME for a deployed service.`,
    );
  }
  const { aws_endpoint: awsEndpoint, region, deployment, admin, outputs } = ServiceFile.parse(JSON.parse(text));
  const credentials = { accessKeyId: admin.access_key_id, secretAccessKey: admin.secret_access_key };
  return { awsEndpoint, region, deployment, credentials, outputs };
}
