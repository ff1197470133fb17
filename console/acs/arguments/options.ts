/** Options that several commands have. */

export const limitOption = {
  limit: { type: 'number', alias: 'L', default: 30, requiresArg: true, describe: 'Show at most this many' },
} as const;

export const yesOption = { yes: { type: 'boolean', alias: 'y', describe: 'Do not ask for confirmation' } } as const;

export const noWaitOption = {
  'no-wait': { type: 'boolean', describe: 'Return at once, without waiting for the result' },
} as const;

export const onLimitOption = {
  'pause-oldest': {
    type: 'boolean',
    describe: 'At the sandbox limit, pause the least recently used one',
  },
} as const;

export const conversationId = {
  id: { type: 'string', demandOption: true, describe: 'Id of the conversation' },
} as const;

export const sandboxId = { id: { type: 'string', demandOption: true, describe: 'Id of the sandbox' } } as const;
