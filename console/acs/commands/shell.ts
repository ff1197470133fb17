import { sandboxId } from '../arguments/options.ts';
import { verb } from '../command.ts';
import { attachTerminal, requireTerminal } from './terminal-session.ts';

export const shell = verb({
  command: 'shell <id>',
  describe: 'Open a terminal in a sandbox, and exit with its exit code; ~. at the start of a line leaves it',
  positionals: sandboxId,
  options: {
    attach: { type: 'string', requiresArg: true, describe: 'Return to this terminal, by the ID of its command' },
    resume: { type: 'boolean', describe: 'Resume the sandbox if it is paused' },
  },
  examples: [
    ['sandboxes shell 0193c0ffee --resume', 'Wake the sandbox and open a shell'],
    ['sandboxes shell 0193c0ffee --attach 0193c1cafe', 'Return to a terminal that was left'],
  ],
  run: async ({ id, attach, resume }, { out, client }) => {
    requireTerminal('Run one command without a terminal with: acs sandboxes exec <id> -- <command..>');
    const place = { service: await client(), sandboxId: id, out };
    process.exitCode = await attachTerminal(place, { commandId: attach, resume: resume === true });
  },
});
