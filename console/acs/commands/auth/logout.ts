import { answerOf } from '../../../../shared/client/answer-of.ts';
import { verb } from '../../command.ts';
import { Failure } from '../../output/failure.ts';
import { type Credentials, readCredentials, writeCredentials } from '../../session/credentials.ts';
import { currentKey } from '../../session/owner.ts';
import { chosenAddress, clientOf } from '../../session/session.ts';

export const logout = verb({
  command: 'logout',
  describe: 'Forget the API key',
  options: {
    revoke: { type: 'boolean', describe: 'Also revoke the key everywhere' },
  },
  examples: [
    ['logout', 'The key still works elsewhere'],
    ['logout --revoke', 'The key stops working everywhere'],
  ],
  run: async ({ revoke }, { out, url }) => {
    const credentials = await readCredentials();
    const address = chosenAddress(url, credentials);
    const kept = credentials.services[address];
    if (kept === undefined) throw new Failure(`Not signed in to ${address}.`);
    if (revoke) {
      const client = clientOf(address, kept.api_key, (text) => out.say(text));
      const { id } = await currentKey(client);
      await answerOf(client.api.DELETE('/api/keys/{key_id}', { params: { path: { key_id: id } } }));
    }
    await writeCredentials(without(credentials, address));
    out.show({ address, revoked: revoke === true }, () => {
      return revoke
        ? `Signed out of ${address}; the key is revoked.`
        : `Signed out of ${address}; the key still works elsewhere.`;
    });
  },
});

function without({ current, services }: Credentials, address: string): Credentials {
  const left = Object.fromEntries(Object.entries(services).filter(([name]) => name !== address));
  return { current: current === address ? (Object.keys(left)[0] ?? null) : current, services: left };
}
