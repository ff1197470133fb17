import { parseArgs } from 'node:util';
import { AppError } from '../../shared/errors.ts';
import { issueKey } from '../../shared/keys/issue-key.ts';
import { isUsable, type KeyRecord, OwnerId } from '../../shared/keys/key-record.ts';
import type { DynamoKeyStore } from '../../shared/keys/key-store.ts';
import { UserError } from '../local/user-error.ts';
import { expiryAfter } from './duration.ts';
import { openKeyStore } from './open-key-store.ts';
import { rotateMaster } from './rotate-master.ts';

const USAGE = `npm run keys -- create --owner NAME [--name TEXT] [--expires-in 30d] [--json]
npm run keys -- list [--owner NAME] [--json]
npm run keys -- revoke KEY_ID [--json]
npm run keys -- rotate-master [--json]

--stack NAME    the deployed service: the name of its stacks without the last part (agent-conversations-dev)
--port PORT     the local service on another port than 3000 (or set PORT)
--state DIR     the local service with another state directory`;

const options = {
  owner: { type: 'string' },
  name: { type: 'string' },
  'expires-in': { type: 'string' },
  json: { type: 'boolean', default: false },
  stack: { type: 'string' },
  port: { type: 'string' },
  state: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

type Values = ReturnType<typeof read>['values'];

function read() {
  return parseArgs({ options, allowPositionals: true });
}

async function main(): Promise<void> {
  const { values, positionals } = read();
  const [command, ...rest] = positionals;
  if (values.help || command === undefined) return console.log(USAGE);
  const commands: Record<string, () => Promise<void>> = {
    create: () => create(values),
    list: () => list(values),
    revoke: () => revoke(rest[0], values),
    'rotate-master': () => rotate(values),
  };
  const run = commands[command];
  if (!run) throw new UserError(`There is no command '${command}'.\n\n${USAGE}`);
  await run();
}

async function create(values: Values): Promise<void> {
  const owner = OwnerId.safeParse(values.owner);
  if (values.owner === undefined) throw new UserError('Say whose key it is: --owner NAME.');
  if (!owner.success) throw new UserError(`--owner: ${owner.error.issues[0]?.message}.`);
  const now = new Date();
  const expiresAt = values['expires-in'] === undefined ? null : expiryAfter(values['expires-in'], now);
  const keys = await openKeyStore(values);
  const { text, record } = await issueKey({ ownerId: owner.data, name: values.name ?? null, expiresAt }, keys, now);
  if (values.json) return console.log(JSON.stringify({ ...shown(record, now), api_key: text }));
  console.log(`${text}\n`);
  console.log(
    `Key ${record.key_id} of owner ${record.owner_id}, ${expiryText(record)}. It is shown this once and stored nowhere.`,
  );
}

async function list(values: Values): Promise<void> {
  const keys = await openKeyStore(values);
  const now = new Date();
  const rows = (await keys.list(values.owner)).map((record) => shown(record, now));
  if (values.json) return console.log(JSON.stringify(rows));
  if (rows.length === 0) return console.log('There are no keys.');
  console.table(Object.fromEntries(rows.map(({ id, ...row }) => [id, row])));
}

async function revoke(keyId: string | undefined, values: Values): Promise<void> {
  if (!keyId)
    throw new UserError('Say which key: npm run keys -- revoke KEY_ID. `npm run keys -- list` shows their ids.');
  const id = /^acs_([0-9A-Za-z]{12})_/.exec(keyId)?.[1] ?? keyId;
  const keys: DynamoKeyStore = await openKeyStore(values);
  await keys.revoke(id, new Date());
  console.log(values.json ? JSON.stringify({ id, revoked: true }) : `Key ${id} is revoked: it works no more.`);
}

async function rotate(values: Values): Promise<void> {
  const rotation = await rotateMaster(values);
  if (values.json) return console.log(JSON.stringify(rotation));
  console.log(
    `New sandboxes derive their keys from master key ${rotation.current} from now on. Those that exist go on with theirs: the secret keeps ${rotation.previous}.`,
  );
}

function shown(record: KeyRecord, now: Date) {
  const { key_id: id, owner_id: owner, name, created_at, revoked_at, expires_at: expiry } = record;
  const expires_at = expiry === null ? null : new Date(expiry * 1000).toISOString();
  return { id, owner, name, created_at, expires_at, revoked_at, usable: isUsable(record, now) };
}

function expiryText({ expires_at: expiry }: KeyRecord): string {
  return expiry === null ? 'without an end' : `until ${new Date(expiry * 1000).toISOString()}`;
}

/** What somebody at a terminal can mend is one sentence; anything else is a bug and shows its stack. */
function sentenceOf(error: unknown): string | undefined {
  if (error instanceof UserError || error instanceof AppError) return error.message;
  const isArgumentError = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  return isArgumentError ? `${(error as Error).message}\n\n${USAGE}` : undefined;
}

try {
  await main();
} catch (error) {
  console.error(sentenceOf(error) ?? error);
  process.exitCode = 1;
}
