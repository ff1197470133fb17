/** Options that several commands have. */

export const limitOption = {
  limit: { type: 'number', alias: 'L', default: 30, requiresArg: true, describe: 'How many to show at most' },
} as const;

export const yesOption = { yes: { type: 'boolean', alias: 'y', describe: 'Do not ask' } } as const;

export const noWaitOption = {
  'no-wait': { type: 'boolean', describe: 'Do not wait until it is done' },
} as const;

export const onLimitOption = {
  'pause-oldest': {
    type: 'boolean',
    describe: 'At the limit of sandboxes, pause the oldest in the place of being refused',
  },
} as const;

export const conversationId = {
  id: { type: 'string', demandOption: true, describe: 'Id of the conversation' },
} as const;

export const sandboxId = { id: { type: 'string', demandOption: true, describe: 'Id of the sandbox' } } as const;
