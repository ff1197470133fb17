import type { ServiceClient } from '../../../shared/client/service-client.ts';
import type { IdOf } from '../arguments/ids.ts';
import { yesOption } from '../arguments/options.ts';
import { type CommandWithOptions, verb } from '../command.ts';
import { wrongUsage } from '../output/failure.ts';
import type { Output } from '../output/output.ts';
import { confirmUnless } from '../session/prompts.ts';

/** The verbs that the commands of several resources have in common. */

type Api = ServiceClient['api'];

interface Common {
  /** Its name in messages, such as `prebuild`. */
  readonly what: string;
  readonly describe: string;
  readonly positionals: {
    readonly id: {
      readonly type: 'string';
      readonly demandOption: true;
      readonly describe: string;
      readonly idOf?: IdOf;
    };
  };
  readonly example: readonly [line: string, does: string];
}

interface Shown<Found> extends Common {
  readonly find: (api: Api, id: string) => Promise<Found>;
  readonly facts: (found: Found, out: Output) => string;
}

/** Shows one resource. */
export function getVerb<Found>({ describe, positionals, example, find, facts }: Shown<Found>): CommandWithOptions {
  return verb({
    command: 'get <id>',
    aliases: ['show', 'view'],
    describe,
    positionals,
    examples: [example],
    run: async ({ id }, { out, client }) => {
      const found = await find((await client()).api, id);
      out.show(found, () => facts(found, out));
    },
  });
}

interface Deleted extends Common {
  /** What the deletion does, in a sentence. It fails for what does not exist, before anything is asked. */
  readonly effect: (api: Api, id: string) => Promise<string>;
  readonly remove: (api: Api, id: string) => Promise<unknown>;
}

/** Deletes one resource after a confirmation. */
export function deleteVerb({ what, describe, positionals, example, effect, remove }: Deleted): CommandWithOptions {
  return verb({
    command: 'delete <id>',
    aliases: ['rm'],
    describe,
    positionals,
    options: yesOption,
    examples: [example],
    run: async ({ id, yes }, { out, client }) => {
      const { api } = await client();
      await confirmUnless(yes, await effect(api, id));
      await remove(api, id);
      out.show({ id, deleted: true }, () => `Deleted the ${what} ${id}.`);
    },
  });
}

/** Undefined fields change nothing. @throws Failure (usage) if all are @param command such as `prebuilds update` */
export function requireChange(body: object, command: string): void {
  if (Object.values(body).every((value) => value === undefined))
    throw wrongUsage('Nothing to change.', `See: acs ${command} --help`);
}

/** Prints a new secret alone on stdout, so that a program can store it, and the notes on stderr. */
export function showSecret(made: unknown, secret: string, notes: readonly string[], out: Output): void {
  if (!out.json) for (const note of notes) out.say(note);
  out.show(made, () => secret);
}
