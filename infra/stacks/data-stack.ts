import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { variableOf } from '../../shared/rights/statement.ts';
import type { TableDefinition } from '../../shared/rights/table-definition.ts';
import { type TableName, tables } from '../../shared/rights/tables.ts';
import type { Data } from '../access/access.ts';
import { prefixOf, type Settings } from '../config.ts';
import { MasterSecret } from '../constructs/master-secret.ts';
import { PeoplePool } from '../constructs/people/user-pool.ts';
import { ServiceTable } from '../constructs/service-table.ts';
import { VaultKey } from '../constructs/vault-key.ts';
import { COGNITO } from '../settings/oidc.ts';

/** What outlives other stacks: tables, the master secret, the key of owners' secrets, and a user pool of people. */
export class DataStack extends Stack implements Data {
  readonly tables: Readonly<Record<TableName, ServiceTable>>;
  readonly masterSecret: MasterSecret;
  readonly vaultKey: VaultKey;
  /** Undefined unless people sign in by Cognito. */
  readonly people: PeoplePool | undefined;

  constructor(scope: Construct, settings: Settings) {
    super(scope, `${prefixOf(settings)}-data`, {
      description: 'Agent Conversation Service: tables, master secret and key of the vault',
      terminationProtection: settings.protectData,
    });
    const protect = settings.protectData;

    this.tables = tablesOf(this, protect);
    this.masterSecret = new MasterSecret(this, 'MasterSecret', { protect });
    this.vaultKey = new VaultKey(this, 'VaultKey', { protect, keyArn: settings.vaultKeyArn });

    const { oidc } = settings;
    this.people = oidc?.issuer === COGNITO ? new PeoplePool(this, 'People', { settings, ...oidc }) : undefined;

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
