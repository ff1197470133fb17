import { answerOf, everyItem } from '../../../shared/client/answer-of.ts';
import type { components } from '../../../shared/client/api-types.ts';
import { limitOption, take, yesOption } from '../arguments/options.ts';
import { noun, verb } from '../command.ts';
import type { Output } from '../output/output.ts';
import { oneLine } from '../output/plain.ts';
import { confirmUnless } from '../session/prompts.ts';
import { getVerb } from './usual-verbs.ts';

type Owner = components['schemas']['Owner'];

const OWNER = '/api/v1/owners/{owner_id}';

const ownerId = { id: { type: 'string', demandOption: true, describe: 'ID of the owner, in full' } } as const;

const one = (id: string) => ({ params: { path: { owner_id: id } } });

function factsOf(found: Owner, out: Output): string {
  const { suspension, deletion } = found;
  const limits = Object.entries(found.limits).filter(([, limit]) => limit !== null);
  return out.details([
    ['ID', found.id],
    ['State', found.state],
    ['Sandboxes', String(found.active_sandboxes)],
    ['Limits', limits.map(([name, limit]) => `${name} ${limit}`).join(', ') || null],
    ['Created', out.bothTimes(found.created_at)],
    ['Suspended', suspension && out.bothTimes(suspension.at)],
    ['Reason', suspension?.reason ?? null],
    [
      'Deletion',
      deletion &&
        `requested ${out.bothTimes(deletion.requested_at)}; records ${deletion.records === 'keep' ? 'kept' : 'deleted'}`,
    ],
    ['Deleted', deletion?.finished_at ? out.bothTimes(deletion.finished_at) : null],
    [
      'Receipt',
      (deletion &&
        Object.entries(deletion.deleted)
          .map(([what, count]) => `${what} ${count}`)
          .join(', ')) ||
        null,
    ],
  ]);
}

const listOwners = verb({
  command: 'list',
  aliases: ['ls'],
  describe: 'List owners, in no particular order',
  options: limitOption,
  examples: [['owners list --limit 100', 'With states and running sandboxes']],
  run: async ({ limit }, { out, client }) => {
    const { api } = await client();
    const all = everyItem((page) =>
      answerOf(api.GET('/api/v1/owners', { params: { query: { limit: Math.min(limit, 100), ...page } } })),
    );
    const found = await take(all, limit);
    out.list(found, 'No owners found.', () =>
      out.table(found, [
        { title: 'ID', of: ({ id }) => id, shrinks: true },
        { title: 'state', of: ({ state }) => state },
        { title: 'sandboxes', of: ({ active_sandboxes: count }) => String(count) },
        { title: 'created', of: ({ created_at: at }) => out.time(at), isSpare: true },
        { title: 'reason', of: ({ suspension }) => suspension?.reason ?? null, shrinks: true, isSpare: true },
      ]),
    );
  },
});

const getOwner = getVerb({
  what: 'owner',
  describe: 'Show an owner, and the receipt of its deletion',
  positionals: ownerId,
  example: ['owners get acme', 'State, limits and the reason of a suspension'],
  find: (api, id) => answerOf(api.GET(OWNER, one(id))),
  facts: factsOf,
});

const suspendOwner = verb({
  command: 'suspend <id>',
  describe: 'Suspend an owner: refuse starts and pause sandboxes; reads still work',
  positionals: ownerId,
  options: {
    reason: { type: 'string', requiresArg: true, describe: 'Shown to the owner with each refused start' },
    ...yesOption,
  },
  examples: [['owners suspend acme --reason "The invoice is not paid." --yes', 'Files are kept']],
  run: async ({ id, reason, yes }, { out, client }) => {
    const { api } = await client();
    const { active_sandboxes: count } = await answerOf(api.GET(OWNER, one(id)));
    await confirmUnless(yes, `This suspends the owner ${oneLine(id)} and pauses its running sandboxes (${count}).`);
    const changed = await answerOf(api.PATCH(OWNER, { ...one(id), body: { suspended: true, reason } }));
    out.show(changed, () => factsOf(changed, out));
  },
});

const resumeOwner = verb({
  command: 'resume <id>',
  describe: 'Lift the suspension of an owner; sandboxes stay paused until they are resumed',
  positionals: ownerId,
  examples: [['owners resume acme', 'Starts are accepted again']],
  run: async ({ id }, { out, client }) => {
    const { api } = await client();
    const changed = await answerOf(api.PATCH(OWNER, { ...one(id), body: { suspended: false } }));
    out.show(changed, () => factsOf(changed, out));
  },
});

const deleteOwner = verb({
  command: 'delete <id>',
  aliases: ['rm'],
  describe: 'Delete an owner and everything it has; this takes minutes',
  positionals: ownerId,
  options: {
    records: {
      type: 'string',
      choices: ['keep', 'delete'] as const,
      default: 'keep' as const,
      requiresArg: true,
      describe: 'Whether to keep the usage ledger and the audit log',
    },
    ...yesOption,
  },
  examples: [['owners delete acme --yes', 'Keeps the usage ledger and the audit log']],
  run: async ({ id, records, yes }, { out, client }) => {
    const { api } = await client();
    await answerOf(api.GET(OWNER, one(id)));
    await confirmUnless(yes, `This deletes the owner ${oneLine(id)} and everything it has. It cannot be undone.`);
    const params = { path: { owner_id: id }, query: { confirm: id, records } };
    const deleting = await answerOf(api.DELETE(OWNER, { params }));
    out.show(
      deleting,
      () => `${factsOf(deleting, out)}\nTo see the progress and the receipt: acs owners get ${oneLine(id)}`,
    );
  },
});

export const owners = noun('owners', ['owner'], 'Manage owners (requires the scope admin)', [
  listOwners,
  getOwner,
  suspendOwner,
  resumeOwner,
  deleteOwner,
]);
