import { verb } from '../../command.ts';
import { currentKey } from '../../session/owner.ts';

export const whoami = verb({
  command: 'whoami',
  describe: 'Show the owner, the API key and its scopes',
  examples: [['whoami --json', 'As JSON']],
  run: async (_, { out, session }) => {
    const { address, client, source } = await session();
    const { id, name, user_id: owner, scopes } = await currentKey(client);
    out.show({ address, owner, key_id: id, key_name: name, scopes, source }, () =>
      out.details([
        ['Service', address],
        ['Owner', owner],
        ['Key', name === null ? id : `${id} (${name})`],
        ['Scopes', scopes.join(', ')],
        ['Key from', source === 'environment' ? 'ACS_API_KEY' : 'acs login'],
      ]),
    );
  },
});
