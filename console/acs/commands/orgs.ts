import { answerOf } from '../../../shared/client/answer-of.ts';
import { loginScopes } from '../arguments/choices.ts';
import { noun, verb } from '../command.ts';
import { keyOfEnvironment } from '../environment.ts';
import { Failure } from '../output/failure.ts';
import { oneLine } from '../output/plain.ts';
import { readCredentials, type StoredService, writeCredentials } from '../session/credentials.ts';
import { loggedIn, revokeDropped, usedProvider } from '../session/person-login.ts';
import { chosenAddress, openSession } from '../session/session.ts';

interface Row {
  readonly owner: string;
  readonly current: boolean;
  /** Whether there is a key for it, so that a switch needs no browser. */
  readonly signed_in: boolean;
}

const listOrgs = verb({
  command: 'list',
  aliases: ['ls'],
  describe: 'List the owners that you are a member of',
  examples: [['orgs list --json', 'As JSON']],
  run: async (_, { out, url }) => {
    const rows = (await storedRows(url)) ?? (await ownerOfKey(url, (text) => out.say(text)));
    out.list(rows, 'No owners found.', () =>
      out.table(rows, [
        { title: 'owner', of: ({ owner }) => owner },
        { title: 'current', of: ({ current }) => (current ? 'yes' : '') },
        { title: 'key', of: ({ signed_in: isSignedIn }) => (isSignedIn ? 'stored' : 'none') },
      ]),
    );
  },
});

/** The owners of a person who signed in; undefined for a key that was entered or that the environment has. */
async function storedRows(url: string | undefined): Promise<readonly Row[] | undefined> {
  const credentials = await readCredentials();
  const stored = credentials.services[chosenAddress(url, credentials)];
  if (keyOfEnvironment() !== undefined || stored?.owner === undefined) return undefined;
  const keys = { ...stored.others, [stored.owner]: stored.api_key };
  const owners = [...new Set([...(stored.memberships ?? []), ...Object.keys(keys)])].toSorted();
  return owners.map((owner) => ({ owner, current: owner === stored.owner, signed_in: Object.hasOwn(keys, owner) }));
}

async function ownerOfKey(url: string | undefined, say: (text: string) => void): Promise<readonly Row[]> {
  const { client } = await openSession(url, say);
  const { items } = await answerOf(client.api.GET('/api/organizations'));
  return items.map(({ name }) => ({ owner: name, current: true, signed_in: true }));
}

const switchOrg = verb({
  command: 'switch <owner>',
  describe: 'Work for another owner',
  positionals: { owner: { type: 'string', demandOption: true, describe: 'Name of the owner: see acs orgs list' } },
  examples: [['orgs switch acme', 'The browser opens only if there is no key for it yet']],
  run: async ({ owner: named }, { out, url }) => {
    const owner = named.trim();
    const say = (text: string) => out.say(text);
    const credentials = await readCredentials();
    const address = chosenAddress(url, credentials);
    const stored = credentials.services[address];
    const switched = (stored && switchedTo(owner, stored)) ?? (await signedInTo(owner, address, stored, say));
    await writeCredentials({ current: address, services: { ...credentials.services, [address]: switched } });
    await revokeDropped(address, stored, switched, say);
    if (keyOfEnvironment() !== undefined)
      say('ACS_API_KEY is set and takes precedence, so this choice has no effect while it is set.');
    out.show({ address, owner }, () => `Commands now work for ${oneLine(owner)} at ${address}.`);
  },
});

/** The stored keys with that of another owner in use; undefined if there is none. */
export function switchedTo(owner: string, stored: StoredService): StoredService | undefined {
  if (stored.owner === owner) return stored;
  const { [owner]: key, ...others } = stored.others ?? {};
  if (key === undefined || stored.owner === undefined) return undefined;
  return { ...stored, api_key: key, owner, others: { ...others, [stored.owner]: stored.api_key } };
}

async function signedInTo(
  owner: string,
  address: string,
  before: StoredService | undefined,
  say: (text: string) => void,
): Promise<StoredService> {
  const provider = await usedProvider(address, { isAsked: true }, say);
  if (provider === null)
    throw new Failure(`There is no key for ${oneLine(owner)}.`, 'Sign in with an API key of this owner: acs login');
  return await loggedIn(provider, { address, owner, wanted: loginScopes, before, say });
}

export const orgs = noun('orgs', ['org'], 'Choose the owner to work for', [listOrgs, switchOrg]);
