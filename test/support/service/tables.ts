import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';

export class LocalTables {
  readonly client: DynamoDBClient;
  readonly #names: readonly string[];

  private constructor(client: DynamoDBClient, names: readonly string[]) {
    this.client = client;
    this.#names = names;
  }

  static async of(stateDirectory: string): Promise<LocalTables> {
    const file = JSON.parse(await readFile(join(stateDirectory, 'endpoint.json'), 'utf8'));
    const { access_key_id: accessKeyId, secret_access_key: secretAccessKey } = file.admin;
    const credentials = { accessKeyId, secretAccessKey };
    const client = new DynamoDBClient({ endpoint: file.aws_endpoint, region: file.region, credentials });
    const { TableNames = [] } = await client.send(new ListTablesCommand({}));
    return new LocalTables(client, TableNames);
  }

  name(noun: string): string {
    const name =
      this.#names.find((one) => one.includes(`${noun}Table`)) ?? this.#names.find((one) => one.includes(noun));
    if (!name) throw new Error(`there is no table ${noun} among ${this.#names.join(', ')}`);
    return name;
  }

  close(): void {
    this.client.destroy();
  }
}
