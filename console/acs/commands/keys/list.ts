import { answerOf } from '../../../../shared/client/answer-of.ts';
import { verb } from '../../command.ts';

export const listKeys = verb({
  command: 'list',
  aliases: ['ls'],
  describe: 'List API keys',
  examples: [['keys list --json', 'With limits and rotations']],
  run: async (_, { out, client }) => {
    const { api } = await client();
    const found = await answerOf(api.GET('/api/keys'));
    out.list(found, 'No keys found.', () =>
      out.table(found, [
        { title: 'id', of: ({ id }) => id },
        { title: 'name', of: ({ name }) => name, shrinks: true },
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
