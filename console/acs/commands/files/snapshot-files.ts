import { answerOf, everyItem } from '../../../../shared/client/answer-of.ts';
import { limitOption, take } from '../../arguments/options.ts';
import { verb } from '../../command.ts';
import { wrongUsage } from '../../output/failure.ts';
import { copyOut, print } from './copy-out.ts';
import { entriesAt } from './list-files.ts';
import { placeIn, snapshotPlaceOf } from './place.ts';
import { showEntries } from './show-entries.ts';

const place = { type: 'string', demandOption: true, describe: 'ID:PATH in a snapshot' } as const;

const list = verb({
  command: 'files <place>',
  describe: 'List a directory of a snapshot',
  positionals: { place: { ...place, describe: 'Snapshot ID, or ID:PATH' } },
  examples: [['snapshots files 0193e0b4d1f8:src', 'A directory of the working directory']],
  run: async ({ place: text }, { out, client: open }) => {
    const client = await open();
    showEntries(await entriesAt(client, await snapshotPlaceOf(text, client), false), out);
  },
});

const cat = verb({
  command: 'cat <place>',
  describe: 'Print a file of a snapshot',
  positionals: { place },
  examples: [['snapshots cat 0193e0b4d1f8:README.md', 'A file of the working directory']],
  run: async ({ place: text }, { client: open }) => {
    const client = await open();
    await print(client, await snapshotPlaceOf(text, client), {});
  },
});

const copy = verb({
  command: 'cp <from> <to>',
  describe: 'Copy a file or folder from a snapshot',
  positionals: { from: place, to: { type: 'string', demandOption: true, describe: 'Local path, or - for stdout' } },
  options: { recursive: { type: 'boolean', alias: 'r', describe: 'Copy a folder with all that it contains' } },
  examples: [['snapshots cp -r 0193e0b4d1f8:src ./src', 'A folder, to this machine']],
  run: async ({ from, to, recursive = false }, { out, client: open }) => {
    if (placeIn(to) !== undefined) throw wrongUsage('Snapshots cannot be changed.', 'Copy to a local path.');
    const client = await open();
    const source = await snapshotPlaceOf(from, client);
    const say = (text: string) => out.say(text);
    const bytes = await copyOut(client, { from: source, to, isRecursive: recursive, options: {}, say });
    if (to !== '-') out.show({ from, to, bytes }, () => `Copied ${from} to ${to}.`);
  },
});

const signs = { added: 'A', modified: 'M', deleted: 'D' } as const;

const diff = verb({
  command: 'diff <since> <id>',
  describe: 'List what changed from one snapshot to another',
  positionals: {
    since: { type: 'string', idOf: 'snapshot', demandOption: true, describe: 'The earlier snapshot' },
    id: { type: 'string', idOf: 'snapshot', demandOption: true, describe: 'The later snapshot' },
  },
  options: { limit: { ...limitOption.limit, default: 1_000 } },
  examples: [['snapshots diff 0193e0b4d1f8 0193e0c0ffee', 'Files that were added (A), modified (M), deleted (D)']],
  run: async ({ since, id, limit }, { out, client }) => {
    const { api } = await client();
    const path = { snapshot_id: id };
    const pages = everyItem((page) => {
      const query = { since, limit: 1_000, ...page };
      return answerOf(api.GET('/api/v1/snapshots/{snapshot_id}/changes', { params: { path, query } }));
    });
    const found = await take(pages, limit);
    out.list(found, 'No changes.', () =>
      out.table(found, [
        { title: '', of: ({ change }) => signs[change] },
        { title: 'type', of: ({ before, after }) => (after ?? before)?.type ?? '', isSpare: true },
        {
          title: 'size',
          of: ({ before, after }) => ((after ?? before)?.size ?? 0).toLocaleString('en'),
          isSpare: true,
        },
        { title: 'path', of: (one) => one.path, shrinks: true },
      ]),
    );
  },
});

export const snapshotFileCommands = [list, cat, copy, diff];
