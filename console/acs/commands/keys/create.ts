import { answerOf } from '../../../../shared/client/answer-of.ts';
import type { components } from '../../../../shared/client/api-types.ts';
import { scopes as allScopes } from '../../arguments/choices.ts';
import { durationOf, momentOf } from '../../arguments/moment.ts';
import { verb } from '../../command.ts';
import { wrongUsage } from '../../output/failure.ts';
import { showNewKey } from './new-key.ts';

export const createKey = verb({
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
      describe: 'Scopes (default: those of your key)',
    },
    'expires-in': { type: 'string', requiresArg: true, describe: 'Lifetime: 90d' },
    'expires-at': { type: 'string', requiresArg: true, describe: 'Expiry: 2027-06-30' },
    sandboxes: { type: 'number', requiresArg: true, describe: 'Limit of sandboxes at once' },
    'requests-per-minute': { type: 'number', requiresArg: true, describe: 'Limit of API calls per minute' },
    'monthly-budget-usd': { type: 'number', requiresArg: true, describe: 'Limit of US dollars per month' },
    'monthly-sandbox-hours': { type: 'number', requiresArg: true, describe: 'Limit of sandbox hours per month' },
  },
  examples: [
    ['keys create --name backend --scopes conversations:read conversations:write', 'With only these scopes'],
    ['keys create --name ci --expires-in 30d --sandboxes 2 > key.txt', 'Write only the key to a file'],
  ],
  run: async (args, { out, client }) => {
    const { name, scopes, sandboxes } = args;
    const body: components['schemas']['ApiKeyCreate'] = {
      ...(name === undefined ? {} : { name }),
      ...(scopes === undefined ? {} : { scopes }),
      ...endOf(args['expires-in'], args['expires-at']),
      limits: {
        ...(sandboxes === undefined ? {} : { sandboxes }),
        ...limit('requests_per_minute', args['requests-per-minute']),
        ...limit('monthly_budget_usd', args['monthly-budget-usd']),
        ...limit('monthly_sandbox_hours', args['monthly-sandbox-hours']),
      },
    };
    const { api } = await client();
    showNewKey(await answerOf(api.POST('/api/keys', { body })), out);
  },
});

function limit(name: string, value: number | undefined): Record<string, number> {
  return value === undefined ? {} : { [name]: value };
}

function endOf(within: string | undefined, at: string | undefined): { expires_at?: string } {
  if (within !== undefined && at !== undefined) throw wrongUsage('--expires-in and --expires-at cannot be combined.');
  if (within !== undefined)
    return { expires_at: new Date(Date.now() + durationOf('expires-in', within) * 1000).toISOString() };
  return at === undefined ? {} : { expires_at: momentOf('expires-at', at, new Date()).toISOString() };
}
