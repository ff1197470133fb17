import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { variableOf } from '../../shared/rights/statement.ts';
import { type TableDefinition, type TableName, tables } from '../../shared/rights/tables.ts';
import type { Data } from '../access/access.ts';
import { prefixOf, type Settings } from '../config.ts';
import { MasterSecret } from '../constructs/master-secret.ts';
import { ServiceTable } from '../constructs/service-table.ts';
import { VaultKey } from '../constructs/vault-key.ts';

/** What outlives other stacks: tables, the master secret and the key of owners' secrets. */
export class DataStack extends Stack implements Data {
  readonly tables: Readonly<Record<TableName, ServiceTable>>;
  readonly masterSecret: MasterSecret;
  readonly vaultKey: VaultKey;

  constructor(scope: Construct, settings: Settings) {
    super(scope, `${prefixOf(settings)}-data`, {
      description: 'Agent Conversation Service: tables, master secret and key of the vault',
      terminationProtection: settings.protectData,
    });
    const protect = settings.protectData;

    this.tables = tablesOf(this, protect);
    this.masterSecret = new MasterSecret(this, 'MasterSecret', { protect });
    this.vaultKey = new VaultKey(this, 'VaultKey', { protect, keyArn: settings.vaultKeyArn });

    for (const [name, { table }] of Object.entries(this.tables))
      new CfnOutput(this, `${capitalized(name)}Table`, { value: table.tableName });
    new CfnOutput(this, 'MasterSecretArn', { value: this.masterSecret.arn });
  }
}

function tablesOf(scope: Construct, protect: boolean): Readonly<Record<TableName, ServiceTable>> {
  const made = (Object.entries(tables) as [TableName, TableDefinition][]).map(([name, definition]) => {
    const props = { ...definition, variable: variableOf(name), protect };
    return [name, new ServiceTable(scope, capitalized(name), props)] as const;
  });
  return Object.fromEntries(made) as Record<TableName, ServiceTable>;
}

function capitalized(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
