import { searchable } from '../../../../shared/presentation/searchable.ts';

/** Something that the palette offers. */
export interface Command {
  readonly id: string;
  readonly label: string;
  /** Further words that find it, and what is shown beside the label. */
  readonly detail?: string | undefined;
  readonly keywords?: string;
  readonly group: 'Actions' | 'Pages' | 'Conversations' | 'Sandboxes';
}

/** How many of one group are shown. */
const MOST_OF_GROUP = 8;

const order = ['Actions', 'Pages', 'Conversations', 'Sandboxes'] as const satisfies readonly Command['group'][];

/** The commands that match each word of the text, the best of each group first. All match an empty text. */
export function matching<C extends Command>(commands: readonly C[], text: string): readonly C[] {
  const words = searchable(text.trim()).split(/\s+/).filter(Boolean);
  const ranked = commands.flatMap((command) => {
    const rank = rankOf(command, words);
    return rank === undefined ? [] : [{ command, rank }];
  });
  return order.flatMap((group) =>
    ranked
      .filter(({ command }) => command.group === group)
      .toSorted((one, other) => one.rank - other.rank)
      .slice(0, MOST_OF_GROUP)
      .map(({ command }) => command),
  );
}

/** 0 for a label that begins with the text, 1 for words that begin so, 2 for a part of them; undefined without a match. */
function rankOf({ label, detail = '', keywords = '' }: Command, words: readonly string[]): number | undefined {
  const all = searchable(`${label}\n${detail}\n${keywords}`);
  if (!words.every((word) => all.includes(word))) return undefined;
  const name = searchable(label);
  if (name.startsWith(words.join(' '))) return 0;
  return words.every((word) => ` ${name}`.includes(` ${word}`)) ? 1 : 2;
}

/** Where an arrow key leads, from an end to the other. */
export function moved(at: number, key: string, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at - 1 + count) % count;
  return undefined;
}

/** Whether a text can be a part of an ID. */
export function looksLikeId(text: string): boolean {
  return /^[0-9a-f-]{4,36}$/i.test(text);
}
