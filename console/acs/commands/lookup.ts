import type { CommandModule } from 'yargs';
import { answerOf } from '../../../shared/client/answer-of.ts';
import type { ServiceClient } from '../../../shared/client/service-client.ts';
import { take } from '../arguments/options.ts';
import type { CommandWithOptions, Noun } from '../command.ts';
import { oneLine } from '../output/plain.ts';
import { openSession } from '../session/session.ts';
import { commands } from './commands.ts';

/** The command that a command line names, and its noun. */
export interface Named {
  /** `conversations get <id>`, or the part of it that was found. */
  readonly usage: string;
  /** `conversations get`. */
  readonly path: string;
  readonly isNoun: boolean;
  /** The options that take several values: `--scopes`. */
  readonly lists: readonly string[];
}

/** The command at the beginning of the arguments; undefined for an unknown name. */
export function namedBy([first, second]: readonly string[]): Named | undefined {
  const command = find(commands, first);
  if (command === undefined) return undefined;
  const verb = isNoun(command) ? find(command.verbs, second) : undefined;
  const usage = verb ? `${nameOf(command)} ${verb.command}` : String(command.command);
  const path = verb ? `${nameOf(command)} ${nameOf(verb)}` : nameOf(command);
  return { usage, path, isNoun: isNoun(command) && verb === undefined, lists: listsOf(verb ?? command) };
}

/** Commands that an unknown word can stand for, at the top or below a noun. */
export function suggestions(word: string, noun?: string): readonly string[] {
  const below = commands.find((command) => nameOf(command) === noun);
  if (below && isNoun(below)) {
    const verb = closest(word, below.verbs.map(nameOf));
    return verb === undefined ? [] : [`${noun} ${verb}`];
  }
  const named = commands.filter(isNoun).filter(({ verbs }) => find(verbs, word) !== undefined);
  const command = closest(word, commands.map(nameOf));
  return named.length > 0 ? named.map((one) => `${nameOf(one)} ${word}`) : [command ?? []].flat();
}

/** The command that lists the objects of a command. */
export function listOf(args: readonly string[]): string | undefined {
  const named = namedBy(args);
  if (named?.path === 'events') return 'conversations list';
  const [noun] = named?.path.split(' ') ?? [];
  const command = find(commands, noun);
  return command && isNoun(command) && find(command.verbs, 'list') ? `${noun} list` : undefined;
}

function listsOf(command: CommandModule): readonly string[] {
  const options = 'options' in command ? (command as CommandWithOptions).options : {};
  return Object.keys(options)
    .filter((name) => options[name]?.array === true)
    .map((name) => `--${name}`);
}

const isNoun = (command: CommandModule): command is Noun => 'verbs' in command;

function find(all: readonly CommandModule[], word: string | undefined): CommandModule | undefined {
  return all.find((command) => nameOf(command) === word || [command.aliases ?? []].flat().includes(word ?? ''));
}

const nameOf = ({ command }: CommandModule): string => String(command).split(' ')[0] ?? '';

/** An ID and its name. */
type Known = readonly [id: string, name: string];

/** How many IDs are offered, newest first. */
const MOST = 50;

const sources: Readonly<Record<string, (client: ServiceClient) => Promise<readonly Known[]>>> = {
  conversations: async (client) =>
    (await take(client.conversations({ limit: MOST }), MOST)).map(({ id, title }) => [id, title ?? '']),
  sandboxes: async (client) =>
    (await take(client.sandboxes({ limit: MOST }), MOST)).map(({ id, status }) => [id, status]),
  keys: async ({ api }) => (await answerOf(api.GET('/api/keys'))).map(({ id, name }) => [id, name ?? '']),
  webhooks: async ({ api }) =>
    (await answerOf(api.GET('/api/v1/webhook-endpoints'))).items.map(({ id, url }) => [id, url]),
};

/**
 * The IDs that complete a command line, in the format of the shell. Undefined if the next word is not an ID or the
 * service cannot list them.
 *
 * @param words without `acs`; the last one is being typed
 */
export async function completeIds(words: readonly string[], shell: string): Promise<readonly string[] | undefined> {
  const named = namedBy(words);
  const [noun = '', verb] = named?.path.split(' ') ?? [];
  const source = sources[noun === 'events' ? 'conversations' : noun];
  const before = verb === undefined ? 1 : 2;
  const typed = words.at(-1) ?? '';
  const isNext =
    words.length === before + 1 && !typed.startsWith('-') && /^\S+( \S+)? <(id|conversation)>/.test(named?.usage ?? '');
  if (source === undefined || !isNext) return undefined;
  try {
    const { client } = await openSession(undefined, () => undefined);
    const found = (await source(client)).filter(([id]) => id.startsWith(typed));
    return found.map(([id, name]) => lineOf(oneLine(id), oneLine(name), shell));
  } catch {
    // A message would appear in the middle of the line that is being typed.
    return undefined;
  }
}

function lineOf(id: string, name: string, shell: string): string {
  if (name === '' || shell.includes('bash')) return id;
  return shell.includes('zsh') ? `${id}:${name}` : `${id}\t${name}`;
}

/** The messages of yargs, and what acs prints instead. */
const words: readonly (readonly [message: RegExp, instead: string])[] = [
  [/^Not enough non-option arguments:.*/, 'An argument is missing.'],
  [/^Too many non-option arguments:.*/, 'There are too many arguments.'],
  [/^Not enough arguments following: (.*)/, 'Option --$1 needs a value.'],
  [/^Unknown (arguments?): (.*)/, 'Unknown $1: $2.'],
  [/^Invalid values:\s+Argument: (\S+), Given: ([^,]*), Choices: (.*)/s, 'Invalid value for --$1: $2. Use one of: $3.'],
];

export function usageWords(message: string): string {
  const [pattern, instead] = words.find(([candidate]) => candidate.test(message)) ?? [];
  return pattern === undefined || instead === undefined ? message : message.replace(pattern, instead);
}

/** The name that differs from the word by at most one or two letters. */
function closest(word: string, names: readonly string[]): string | undefined {
  const limit = word.length < 5 ? 1 : 2;
  const [best] = names
    .map((name) => ({ name, distance: distanceOf(word, name) }))
    .filter(({ distance }) => distance <= limit)
    .sort((one, other) => one.distance - other.distance);
  return best?.name;
}

/** How many letters must be inserted, deleted or changed (Levenshtein). */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [place, letter] of [...one].entries()) {
    const next = [place + 1];
    for (const [index, wanted] of [...other].entries()) {
      const changed = (row[index] ?? 0) + (letter === wanted ? 0 : 1);
      next.push(Math.min(changed, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
