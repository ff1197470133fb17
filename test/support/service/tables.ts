import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { operatorOf } from './control.ts';

export class LocalTables {
  readonly client: DynamoDBClient;
  readonly #names: readonly string[];

  private constructor(client: DynamoDBClient, names: readonly string[]) {
    this.client = client;
    this.#names = names;
  }

  static async of(stateDirectory: string): Promise<LocalTables> {
    const { client: access } = await operatorOf(stateDirectory);
    const client = new DynamoDBClient(access);
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
