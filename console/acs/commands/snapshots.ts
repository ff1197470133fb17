import { answerOf, everyItem } from '../../../shared/client/answer-of.ts';
import type { components } from '../../../shared/client/api-types.ts';
import { untilDeadline } from '../../../shared/presentation/time.ts';
import { limitOption, pageSize, sandboxId, take, yesOption } from '../arguments/options.ts';
import { noun, verb } from '../command.ts';
import { wrongUsage } from '../output/failure.ts';
import type { Output } from '../output/output.ts';
import { confirmUnless } from '../session/prompts.ts';
import { snapshotFileCommands } from './files/snapshot-files.ts';

type Snapshot = components['schemas']['SnapshotInfo'];

const SNAPSHOT = '/api/v1/snapshots/{snapshot_id}';

const snapshotId = {
  id: { type: 'string', idOf: 'snapshot', demandOption: true, describe: 'Snapshot ID, or its beginning or end' },
} as const;

const changeOptions = {
  name: { type: 'string', requiresArg: true, describe: 'Name' },
  'retention-days': { type: 'number', requiresArg: true, describe: 'Delete it this many days after it is READY' },
} as const;

const createSnapshot = verb({
  command: 'create <id>',
  aliases: ['new'],
  describe: 'Copy the workspace of a sandbox',
  positionals: sandboxId,
  options: changeOptions,
  examples: [['snapshots create 0193c0ffee --name before-upgrade', 'Of a running or paused sandbox']],
  run: async ({ id, name, 'retention-days': days }, { out, client }) => {
    const { api } = await client();
    const path = '/api/v1/sandboxes/{sandbox_id}/snapshots';
    const body = { name: name ?? null, retention_days: days ?? null };
    const made = await answerOf(api.POST(path, { params: { path: { sandbox_id: id } }, body }));
    if (made.state === 'CREATING') out.say(`The snapshot is being created: acs snapshots get ${made.id}`);
    out.show(made, () => made.id);
  },
});

const listSnapshots = verb({
  command: 'list',
  aliases: ['ls'],
  describe: 'List snapshots, newest first',
  options: {
    ...limitOption,
    sandbox: { type: 'string', requiresArg: true, describe: 'Only snapshots of this sandbox, by its whole ID' },
  },
  examples: [['snapshots list', 'With their price']],
  run: async ({ limit, sandbox }, { out, client }) => {
    const { api } = await client();
    const query = { sandbox_id__eq: sandbox, limit: pageSize(limit) };
    const pages = everyItem((page) =>
      answerOf(api.GET('/api/v1/snapshots/search', { params: { query: { ...query, ...page } } })),
    );
    const found = await take(pages, limit);
    out.list(found, 'No snapshots found.', () =>
      out.table(found, [
        { title: 'ID', of: ({ id }) => id, keepsEnd: true },
        { title: 'name', of: ({ name }) => name, shrinks: true },
        { title: 'state', of: ({ state }) => state },
        { title: 'sandbox', of: (row) => row.sandbox_id, keepsEnd: true, isSpare: true },
        { title: 'size', of: (row) => `${row.size_gib} GiB` },
        { title: 'USD a month', of: (row) => Number(row.cost_per_month_usd).toFixed(2) },
        { title: 'created', of: (row) => out.time(row.created_at), isSpare: true },
        { title: 'expires', of: (row) => out.time(row.expires_at, untilDeadline), isSpare: true },
      ]),
    );
  },
});

const getSnapshot = verb({
  command: 'get <id>',
  aliases: ['show', 'view'],
  describe: 'Show a snapshot',
  positionals: snapshotId,
  examples: [['snapshots get 0193c0ffee', 'Its state, price and expiry']],
  run: async ({ id }, { out, client }) => {
    const { api } = await client();
    const found = await answerOf(api.GET(SNAPSHOT, { params: { path: { snapshot_id: id } } }));
    out.show(found, () => facts(found, out));
  },
});

function facts(found: Snapshot, out: Output): string {
  return out.details([
    ['ID', found.id],
    ['Name', found.name],
    ['State', found.state],
    ['Reason', found.status_detail],
    ['Sandbox', found.sandbox_id],
    ['Spec', found.sandbox_spec_id],
    ['Size', `${found.size_gib} GiB`],
    ['USD a month', Number(found.cost_per_month_usd).toFixed(2)],
    ['Synced', found.synced ? 'yes' : 'no: as after a power failure'],
    ['Created', out.bothTimes(found.created_at)],
    ['Expires', out.bothTimes(found.expires_at, untilDeadline)],
  ]);
}

const updateSnapshot = verb({
  command: 'update <id>',
  aliases: ['edit'],
  describe: 'Rename a snapshot, or change how long it is kept',
  positionals: snapshotId,
  options: { ...changeOptions, 'keep-forever': { type: 'boolean', describe: 'Keep it until you delete it' } },
  examples: [['snapshots update 0193c0ffee --retention-days 30', 'Delete it 30 days after it was READY']],
  run: async ({ id, name, 'retention-days': days, 'keep-forever': forever }, { out, client }) => {
    if (forever && days !== undefined) throw wrongUsage('--keep-forever and --retention-days cannot be combined.');
    const kept = forever ? { retention_days: null } : days === undefined ? {} : { retention_days: days };
    const body = { ...(name === undefined ? {} : { name }), ...kept };
    if (Object.keys(body).length === 0) throw wrongUsage('Nothing to change.', 'See: acs snapshots update --help');
    const { api } = await client();
    const changed = await answerOf(api.PATCH(SNAPSHOT, { params: { path: { snapshot_id: id } }, body }));
    out.show(changed, () => facts(changed, out));
  },
});

const deleteSnapshot = verb({
  command: 'delete <id>',
  aliases: ['rm'],
  describe: 'Delete a snapshot',
  positionals: snapshotId,
  options: yesOption,
  examples: [['snapshots delete 0193c0ffee --yes', 'Without confirmation']],
  run: async ({ id, yes }, { out, client }) => {
    const { api } = await client();
    const params = { path: { snapshot_id: id } };
    await answerOf(api.GET(SNAPSHOT, { params }));
    await confirmUnless(yes, `This deletes the snapshot ${id}.`);
    await answerOf(api.DELETE(SNAPSHOT, { params }));
    out.show({ id, deleted: true }, () => `Deleted the snapshot ${id}.`);
  },
});

export const snapshots = noun('snapshots', ['snapshot'], 'Copies of the workspaces of sandboxes', [
  createSnapshot,
  listSnapshots,
  getSnapshot,
  updateSnapshot,
  deleteSnapshot,
  ...snapshotFileCommands,
]);
