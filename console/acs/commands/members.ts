import { answerOf, everyItem } from '../../../shared/client/answer-of.ts';
import type { components } from '../../../shared/client/api-types.ts';
import { removedWith } from '../../../shared/client/people/removed-with.ts';
import type { ServiceClient } from '../../../shared/client/service-client.ts';
import { grantableRoles } from '../arguments/choices.ts';
import { durationOf, yesOption } from '../arguments/options.ts';
import { noun, verb } from '../command.ts';
import { Failure } from '../output/failure.ts';
import { oneLine } from '../output/plain.ts';
import { serviceClock } from '../service-clock.ts';
import { confirmUnless } from '../session/prompts.ts';
import { currentKey } from '../session/session.ts';

type Member = components['schemas']['OrgMember'];

/** The organization of the key. */
async function organizationOf(client: ServiceClient): Promise<string> {
  const { org_id: id } = await currentKey(client);
  if (id === null) throw new Failure('This API key belongs to no organization.');
  return id;
}

const listMembers = verb({
  command: 'list',
  aliases: ['ls'],
  describe: 'List members and their roles',
  options: {
    email: { type: 'string', requiresArg: true, describe: 'Only members whose mail address contains this text' },
    invited: { type: 'boolean', describe: 'List pending invitations instead' },
  },
  examples: [
    ['members list --email @example.com', 'Members of one mail domain'],
    ['members list --invited', 'Pending invitations'],
  ],
  run: async ({ email, invited }, { out, client: open }) => {
    const client = await open();
    const org_id = await organizationOf(client);
    if (invited) {
      const params = { path: { org_id } };
      const { items } = await answerOf(client.api.GET('/api/organizations/{org_id}/members/invite', { params }));
      out.list(items, 'No pending invitations found.', () =>
        out.table(items, [
          { title: 'ID', of: ({ id }) => String(id) },
          { title: 'for', of: (row) => row.email || 'anyone with the link', shrinks: true },
          { title: 'role', of: (row) => row.access_role },
          { title: 'expires', of: (row) => out.time(row.expires_at) },
        ]),
      );
      return;
    }
    const found = await membersOf(client, org_id, email);
    out.list(found, 'No members found.', () =>
      out.table(found, [
        { title: 'ID', of: ({ user_id }) => user_id, keepsEnd: true },
        { title: 'name', of: ({ name }) => name, shrinks: true },
        { title: 'mail', of: (row) => row.email, shrinks: true },
        { title: 'role', of: (row) => row.access_role },
        { title: 'joined', of: (row) => out.time(row.joined_at), isSpare: true },
      ]),
    );
  },
});

async function membersOf({ api }: ServiceClient, org_id: string, email?: string): Promise<readonly Member[]> {
  const members: Member[] = [];
  const items = everyItem(async ({ page_id: page }) => {
    const query = { limit: 100, email, ...(page === undefined ? {} : { page_id: Number(page) }) };
    return await answerOf(api.GET('/api/organizations/{org_id}/members', { params: { path: { org_id }, query } }));
  });
  for await (const member of items) members.push(member);
  return members;
}

const invite = verb({
  command: 'invite [emails..]',
  describe: 'Invite people by mail address, or anyone with a link',
  positionals: {
    emails: {
      type: 'string',
      array: true,
      describe: 'Mail addresses. Without one: a link that anyone can accept, once',
    },
  },
  options: {
    role: { type: 'string', choices: grantableRoles, requiresArg: true, describe: 'Role (default: member)' },
    'expires-in': { type: 'string', requiresArg: true, describe: 'How long the invitation is valid: 3d (default: 7d)' },
  },
  examples: [
    ['members invite joan@example.com --role viewer', 'Only joan@example.com can accept'],
    ['members invite --expires-in 1d', 'A link for one person, valid for a day'],
  ],
  run: async ({ emails = [], role, 'expires-in': within }, { out, client: open }) => {
    const client = await open();
    const params = { path: { org_id: await organizationOf(client) } };
    const seconds = within === undefined ? undefined : durationOf('expires-in', within);
    const body = {
      role,
      ...(emails.length === 0 ? {} : { emails: [...emails] }),
      expires_at:
        seconds === undefined ? undefined : new Date(serviceClock.now().getTime() + seconds * 1000).toISOString(),
    };
    const { successful, failed } = await answerOf(
      client.api.POST('/api/organizations/{org_id}/members/invite', { params, body }),
    );
    for (const { email, error } of failed) out.say(`${oneLine(email)} was not invited: ${oneLine(error)}`);
    if (successful.length === 0) throw new Failure('No invitation was created.');
    const isSent = successful.every(({ email_sent }) => email_sent);
    if (!out.json && !isSent) out.say('Send the links to these people. This is the only time that they are shown:');
    out.show({ successful, failed }, () =>
      out.table(successful, [
        { title: 'for', of: ({ email }) => email || 'anyone with the link' },
        { title: 'role', of: (row) => row.access_role },
        { title: 'mail', of: (row) => (row.email_sent ? 'sent' : 'not sent') },
        { title: 'link', of: (row) => row.invite_url ?? row.token },
      ]),
    );
  },
});

const remove = verb({
  command: 'remove <member>',
  aliases: ['rm'],
  describe: 'Remove a member; their sessions end at once',
  positionals: { member: { type: 'string', demandOption: true, describe: 'Mail address or ID' } },
  options: {
    'keep-keys': { type: 'boolean', describe: 'Keep their API keys valid' },
    'rotate-session-keys': { type: 'boolean', describe: 'Also replace session keys; running sandboxes start again' },
    ...yesOption,
  },
  examples: [['members remove joan@example.com --yes', 'Also revokes their API keys']],
  run: async ({ member: text, 'keep-keys': keepKeys, 'rotate-session-keys': rotate, yes }, { out, client: open }) => {
    const client = await open();
    const org_id = await organizationOf(client);
    const { user_id, email } = await found(client, org_id, text.trim());
    const name = oneLine(email ?? user_id);
    const consequence = keepKeys ? 'their API keys stay valid' : 'their API keys are revoked';
    await confirmUnless(yes, `This removes ${name}: they lose access, and ${consequence}.`);
    const path = { org_id, user_id };
    const isComplete = await removedWith(
      (query) =>
        answerOf(client.api.DELETE('/api/organizations/{org_id}/members/{user_id}', { params: { path, query } })),
      { keys: keepKeys ? 'keep' : 'revoke', session_keys: rotate ? 'rotate' : 'keep' },
    );
    if (!isComplete) {
      throw new Failure(
        `${name} is no longer a member, but the session keys of some sandboxes could not be replaced.`,
        'Try again later, or delete sandboxes whose record is damaged.',
      );
    }
    out.show({ user_id, removed: true }, () => `${name} is no longer a member.`);
  },
});

/** The member with an address or ID. @throws Failure for none, and for an address that several members have */
async function found(client: ServiceClient, org_id: string, text: string): Promise<Member> {
  const isEmail = text.includes('@');
  const members = await membersOf(client, org_id, isEmail ? text : undefined);
  const wanted = text.toLowerCase();
  const fitting = members.filter(({ user_id, email }) =>
    isEmail ? email?.toLowerCase() === wanted : user_id === text,
  );
  const [member, another] = fitting;
  if (another)
    throw new Failure(
      `${fitting.length} members have the address "${oneLine(text)}".`,
      `Enter the ID of one: ${fitting.map(({ user_id }) => oneLine(user_id)).join(', ')}`,
    );
  if (member) return member;
  throw new Failure(
    `No member has the ${isEmail ? 'address' : 'ID'} "${oneLine(text)}".`,
    'List them: acs members list',
  );
}

export const members = noun('members', ['member'], 'Invite, list and remove members of the owner', [
  listMembers,
  invite,
  remove,
]);
