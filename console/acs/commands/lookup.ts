import type { CommandModule } from 'yargs';
import { closest } from '../arguments/usage-words.ts';
import type { CommandWithOptions, Noun } from '../command.ts';
import { commands } from './commands.ts';

/** What a command line names: a command by its full names, and the noun that it belongs to. */
export interface Named {
  /** `conversations get <id>`; as much of it as was found. */
  readonly usage: string;
  /** `conversations get`. */
  readonly path: string;
  readonly isNoun: boolean;
  /** Options of its own that take more than one value, as they are typed: `--scopes`. */
  readonly lists: readonly string[];
}

/** The command that arguments begin with; undefined where there is none of that name. */
export function namedBy([first, second]: readonly string[]): Named | undefined {
  const command = find(commands, first);
  if (command === undefined) return undefined;
  const verb = isNoun(command) ? find(command.verbs, second) : undefined;
  const usage = verb ? `${nameOf(command)} ${verb.command}` : String(command.command);
  const path = verb ? `${nameOf(command)} ${nameOf(verb)}` : nameOf(command);
  return { usage, path, isNoun: isNoun(command) && verb === undefined, lists: listsOf(verb ?? command) };
}

/** What a word may have been meant for, where there is no such command: alone, or below a noun. */
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

/** The command that lists what a command is about. */
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
