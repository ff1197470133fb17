import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { DescribeTasksCommand, ECSClient, type Task } from '@aws-sdk/client-ecs';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { SandboxKeys } from '../../../shared/domain/sandboxes/agent/keys.ts';
import { Sandbox } from '../../../shared/domain/sandboxes/record/sandbox.ts';
import { MasterSecret } from '../../../shared/platform/aws/master-keys.ts';
import { type Operator, operatorOf } from './control.ts';

export class Admin {
  private readonly client: Operator['client'];
  private readonly masterSecretArn: string;

  private constructor(client: Admin['client'], masterSecretArn: string) {
    this.client = client;
    this.masterSecretArn = masterSecretArn;
  }

  static async of(stateDirectory: string): Promise<Admin> {
    const { client, outputs } = await operatorOf(stateDirectory);
    return new Admin(client, outputs.MasterSecretArn ?? '');
  }

  async sandbox(sandboxId: string): Promise<Sandbox> {
    const dynamo = new DynamoDBClient(this.client);
    const { TableNames = [] } = await dynamo.send(new ListTablesCommand({}));
    const TableName = TableNames.find((name) => name.includes('Sandboxes'));
    const { Items = [] } = await DynamoDBDocumentClient.from(dynamo).send(
      new ScanCommand({
        TableName,
        FilterExpression: 'sandbox_id = :id',
        ExpressionAttributeValues: { ':id': sandboxId },
      }),
    );
    return Sandbox.parse(Items[0]);
  }

  async task(sandbox: Sandbox): Promise<Task> {
    const { task_arn: arn } = sandbox;
    const command = new DescribeTasksCommand({ cluster: arn?.split('/').at(-2), tasks: [arn ?? ''] });
    const { tasks: [task] = [] } = await new ECSClient(this.client).send(command);
    if (!task) throw new Error(`sandbox ${sandbox.sandbox_id} has no task`);
    return task;
  }

  async masterSecret(): Promise<MasterSecret> {
    const command = new GetSecretValueCommand({ SecretId: this.masterSecretArn });
    const { SecretString = '' } = await new SecretsManagerClient(this.client).send(command);
    return MasterSecret.parse(JSON.parse(SecretString));
  }

  /** The init key of the sandbox's agent. */
  async initKey(sandboxId: string): Promise<string> {
    return (await this.keys()).initKey(await this.sandbox(sandboxId));
  }

  async keys(): Promise<SandboxKeys> {
    const secret = await this.masterSecret();
    return new SandboxKeys({
      currentId: async () => secret.current,
      get: async (id) => secret[id] ?? '',
    });
  }
}
