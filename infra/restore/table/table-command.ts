import { DescribeTimeToLiveCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { OutputName } from '../../keys/find-service.ts';
import { UserError } from '../../local/terminal/user-error.ts';
import type { Values } from '../options.ts';
import { assertPaused } from '../pause/pause-commands.ts';
import { findForRestore } from '../service.ts';
import { type CopyResult, copyTable } from './copy-table.ts';
import { Deletions } from './deletions.ts';
import { restorableTables, type TableRules } from './restorable-tables.ts';
import { describe, restoreBeside, timeOf } from './restored-table.ts';
import type { KeyNames } from './row.ts';

/** Compares a table with an earlier state of it, and copies back the rows that are wanted. @throws UserError */
export async function restoreTable(values: Values): Promise<void> {
  const { name, rules } = tableNamed(values.name);
  if ((values.at === undefined) === (values.from === undefined)) {
    throw new UserError('Say which state of the table: --at 2027-01-31T12:00:00Z, --at latest or --from TABLE.');
  }
  if (values.replace && !rules.replaceable) {
    throw new UserError(`Rows of ${name} that exist are never replaced: leave out --replace.`);
  }
  const at = values.at === undefined ? undefined : timeOf(values.at);
  const output = `${name}Table` as OutputName;
  const { client, outputs } = await findForRestore(values, output, 'AuditTable');
  if (values.apply) await assertPaused(values);
  const dynamodb = new DynamoDBClient(client);
  const live = outputs[output];
  const keys = await keysOf(dynamodb, live);
  const say = values.json ? () => undefined : (line: string) => console.log(line);
  const restored = values.from ?? (await restoreBeside(dynamodb, live, at ?? 'latest', say));
  await assertComparable(dynamodb, live, restored, keys);
  const now = new Date();
  const deletions = new Deletions(dynamodb, outputs.AuditTable, now);
  const { TimeToLiveDescription: expiry } = await dynamodb.send(new DescribeTimeToLiveCommand({ TableName: live }));
  const rows: string[] = [];
  const result = await copyTable(dynamodb, {
    live,
    restored,
    keys,
    rules,
    expiresBy: expiry?.AttributeName,
    now,
    isDeleted: (row) => deletions.has(row, keys),
    owner: values.owner,
    replace: values.replace,
    deleted: values.deleted,
    apply: values.apply,
    onRow: (key, comparison) => values.list && rows.push(`${comparison}: ${key}`),
  });
  tell({ live, restored, rows, result }, values);
}

/** @throws UserError */
function tableNamed(text: string | undefined): { readonly name: string; readonly rules: TableRules } {
  const names = Object.keys(restorableTables);
  const name = names.find((one) => one.toLowerCase() === text?.toLowerCase().replace(/table$|_|-/g, ''));
  const rules = name === undefined ? undefined : restorableTables[name];
  if (name === undefined || rules === undefined) {
    const what = text === undefined ? 'Say which table:' : `--name: '${text}' is no table that can be restored;`;
    throw new UserError(`${what} choose one of ${names.join(', ')}.`);
  }
  return { name, rules };
}

async function keysOf(dynamodb: DynamoDBClient, table: string): Promise<KeyNames> {
  const description = await describe(dynamodb, table);
  if (!description) {
    throw new UserError(
      `The live table ${table} is not there: docs/runbook.md says how to bring back a deleted table.`,
    );
  }
  const schema = description.KeySchema ?? [];
  return ['HASH', 'RANGE'].flatMap((type) => schema.find(({ KeyType }) => KeyType === type)?.AttributeName ?? []);
}

/** @throws UserError unless both tables hold rows of one kind. */
async function assertComparable(
  dynamodb: DynamoDBClient,
  live: string,
  restored: string,
  keys: KeyNames,
): Promise<void> {
  if (live === restored) throw new UserError(`--from: ${restored} is the live table itself.`);
  const description = await describe(dynamodb, restored);
  if (!description) throw new UserError(`--from: there is no table ${restored} in this account and Region.`);
  const theirs = new Set((description.KeySchema ?? []).map(({ AttributeName }) => AttributeName));
  if (theirs.size !== keys.length || !keys.every((key) => theirs.has(key))) {
    throw new UserError(`--from: ${restored} has another key than ${live}, so it holds other rows.`);
  }
}

interface Report {
  readonly live: string;
  readonly restored: string;
  readonly rows: readonly string[];
  readonly result: CopyResult;
}

function tell({ live, restored, rows, result }: Report, { apply, json, list }: Values): void {
  if (json) {
    console.log(JSON.stringify({ live, restored, applied: apply, ...result, ...(list && { rows }) }));
    return;
  }
  console.table(result.compared);
  for (const row of rows) console.log(row);
  if (!apply) {
    console.log(
      `${result.written} rows of ${restored} would be written to ${live}. With the service paused, repeat the command with --from ${restored} --apply.`,
    );
    return;
  }
  console.log(`${result.written} rows of ${restored} were written to ${live}.`);
  if (result.changed > 0) console.log(`${result.changed} rows changed meanwhile and were left: repeat the command.`);
  console.log(`When all is well, delete the copy: aws dynamodb delete-table --table-name ${restored}`);
}
