import { answerOf } from '../../../shared/client/answer-of.ts';
import { ApiProblem } from '../../../shared/client/api-problem.ts';
import type { components } from '../../../shared/client/api-types.ts';
import type { ServiceClient } from '../../../shared/client/service-client.ts';
import { scopes as allScopes } from '../arguments/choices.ts';
import { durationOf, isoOf, yesOption } from '../arguments/options.ts';
import { noun, verb } from '../command.ts';
import { Failure, wrongUsage } from '../output/failure.ts';
import type { Output } from '../output/output.ts';
import { oneLine } from '../output/plain.ts';
import { serviceClock } from '../service-clock.ts';
import { confirmUnless } from '../session/prompts.ts';

const keyId = {
  id: { type: 'string', idOf: 'key', demandOption: true, describe: 'Key ID, or its beginning or end' },
} as const;

const listKeys = verb({
  command: 'list',
  aliases: ['ls'],
  describe: 'List API keys',
  examples: [['keys list --json', 'With limits and rotations']],
  run: async (_, { out, client }) => {
    const { api } = await client();
    const found = await answerOf(api.GET('/api/keys'));
    out.list(found, 'No keys found.', () =>
      out.table(found, [
        { title: 'ID', of: ({ id }) => id, keepsEnd: true },
        { title: 'name', of: ({ name }) => name, shrinks: true },
        {
          title: 'person',
          of: ({ member }) => (member ? (member.name ?? member.email ?? member.id) : null),
          shrinks: true,
        },
        { title: 'key', of: ({ last4 }) => `…${last4}` },
        { title: 'scopes', of: ({ scopes }) => scopes.join(' '), shrinks: true },
        { title: 'created', of: (row) => out.time(row.created_at), isSpare: true },
        { title: 'last used', of: (row) => out.time(row.last_used_at) ?? 'never' },
        { title: 'expires', of: (row) => out.time(row.expires_at) },
        { title: 'replaced by', of: (row) => row.rotated_to },
      ]),
    );
  },
});

const createKey = verb({
  command: 'create',
  aliases: ['new'],
  describe: 'Create an API key; it is shown once',
  options: {
    name: { type: 'string', requiresArg: true, describe: 'Name' },
    scopes: {
      type: 'string',
      array: true,
      choices: allScopes,
      requiresArg: true,
      describe: 'Scopes (default: those of your key, except audit:read and admin)',
    },
    'expires-in': { type: 'string', requiresArg: true, describe: 'Lifetime: 90d (default: until your key expires)' },
    'expires-at': { type: 'string', requiresArg: true, describe: 'Expiry: 2027-06-30' },
    sandboxes: { type: 'number', requiresArg: true, describe: 'Maximum concurrent sandboxes' },
    vcpus: { type: 'number', requiresArg: true, describe: 'Maximum vCPUs of concurrent sandboxes' },
    'requests-per-minute': { type: 'number', requiresArg: true, describe: 'Maximum API requests per minute' },
    'monthly-budget-usd': { type: 'number', requiresArg: true, describe: 'Maximum spend per month in US dollars' },
    'monthly-sandbox-hours': { type: 'number', requiresArg: true, describe: 'Maximum sandbox hours per month' },
  },
  examples: [
    ['keys create --name backend --scopes conversations:read conversations:write', 'With only these scopes'],
    ['keys create --name ci --expires-in 30d --sandboxes 2 > key.txt', 'Write only the key to a file'],
  ],
  run: async (args, { out, client }) => {
    const { name, scopes, sandboxes, vcpus } = args;
    const body: components['schemas']['ApiKeyCreate'] = {
      name,
      scopes,
      expires_at: endOf(args['expires-in'], args['expires-at']),
      limits: {
        sandboxes,
        vcpus,
        requests_per_minute: args['requests-per-minute'],
        monthly_budget_usd: args['monthly-budget-usd'],
        monthly_sandbox_hours: args['monthly-sandbox-hours'],
      },
    };
    const { api } = await client();
    showNewKey(await answerOf(api.POST('/api/keys', { body })), out);
  },
});

function endOf(within: string | undefined, at: string | undefined): string | undefined {
  if (within !== undefined && at !== undefined) throw wrongUsage('--expires-in and --expires-at cannot be combined.');
  if (within !== undefined)
    return new Date(serviceClock.now().getTime() + durationOf('expires-in', within) * 1000).toISOString();
  return isoOf('expires-at', at, serviceClock.now());
}

type MadeKey = components['schemas']['CreatedApiKey'] | components['schemas']['RotatedApiKey'];

/** Prints the key alone on stdout, so that a program can store it, and the notes on stderr. */
function showNewKey(made: MadeKey, out: Output, ...notes: readonly string[]): void {
  if (!out.json) {
    out.say(`Key ${made.id}, with ${made.scopes.join(', ')}; ${ending(made, out)}.`);
    for (const note of notes) out.say(note);
    out.say('This is the only time the key is shown:');
  }
  out.show(made, () => made.key);
}

function ending({ expires_at: end }: MadeKey, out: Output): string {
  return end === null ? 'it does not expire' : `it expires ${out.bothTimes(end)}`;
}

const rotateKey = verb({
  command: 'rotate <id>',
  describe: 'Replace a key with a new one, which is shown once',
  positionals: keyId,
  options: {
    overlap: { type: 'string', requiresArg: true, describe: 'How long the old key still works (default: 1d)' },
  },
  examples: [['keys rotate 4fK2 --overlap 2h > key.txt', 'The old key works for two more hours']],
  run: async ({ id, overlap }, { out, client }) => {
    const body = { overlap_seconds: overlap === undefined ? undefined : durationOf('overlap', overlap) };
    const { api } = await client();
    const made = await answerOf(api.POST('/api/keys/{key_id}/rotate', { params: { path: { key_id: id } }, body }));
    showNewKey(made, out, `The old key ${id} expires ${out.bothTimes(made.previous.expires_at) ?? 'never'}.`);
  },
});

const revokeKey = verb({
  command: 'revoke <id>',
  aliases: ['delete', 'rm'],
  describe: 'Revoke a key immediately, everywhere',
  positionals: keyId,
  options: {
    ...yesOption,
    compromised: {
      type: 'boolean',
      describe: 'Strangers may have it: also replace the session keys that it could see',
    },
  },
  examples: [
    ['keys revoke 4fK2 --yes', 'Without confirmation'],
    ['keys revoke 4fK2 --compromised', 'Also restart running sandboxes with new session keys'],
  ],
  run: async ({ id, yes, compromised }, { out, client }) => {
    const { api } = await client();
    const path = { key_id: id };
    const name = await nameOf(api, id, compromised === true);
    const also = compromised ? ' Running sandboxes whose session keys it could see restart with new ones.' : '';
    await confirmUnless(
      yes,
      `This revokes the key ${id}${name === null ? '' : ` ("${oneLine(name)}")`} immediately, everywhere.${also}`,
    );
    if (compromised) return revokeCompromised(api, id, out);
    await answerOf(api.DELETE('/api/keys/{key_id}', { params: { path } }));
    out.show({ id, revoked: true }, () => `Revoked the key ${id}.`);
  },
});

type Api = ServiceClient['api'];

/** A key that is revoked already can turn out to be compromised. */
async function nameOf(api: Api, key_id: string, canBeRevoked: boolean): Promise<string | null> {
  try {
    return (await answerOf(api.GET('/api/keys/{key_id}', { params: { path: { key_id } } }))).name;
  } catch (error) {
    if (canBeRevoked && error instanceof ApiProblem && error.status === 404) return null;
    throw error;
  }
}

/** Repeats the request until no session key is left that the API key could see. */
async function revokeCompromised(api: Api, id: string, out: Output): Promise<void> {
  const params = { path: { key_id: id }, query: { compromised: true } };
  let rotated = 0;
  for (;;) {
    const { session_keys: keys } = await answerOf(api.DELETE('/api/keys/{key_id}', { params }));
    rotated += keys?.rotated ?? 0;
    if (keys?.complete) break;
    if (!keys?.rotated) {
      throw new Failure(
        `The key ${id} is revoked, but the session keys of some sandboxes could not be replaced.`,
        'Try again later, or delete sandboxes whose record is damaged.',
      );
    }
    out.say(`Replaced ${rotated} session keys so far.`);
  }
  const sandboxes = `${rotated} ${rotated === 1 ? 'sandbox' : 'sandboxes'}`;
  const shown = { id, revoked: true, session_keys_rotated: rotated };
  out.show(shown, () => `Revoked the key ${id}, and replaced the session keys of ${sandboxes}.`);
}

export const keys = noun('keys', ['key'], 'Create, rotate and revoke API keys', [
  listKeys,
  createKey,
  rotateKey,
  revokeKey,
]);
