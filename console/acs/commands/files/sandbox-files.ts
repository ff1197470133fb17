import { answerOf } from '../../../../shared/client/answer-of.ts';
import { TransferFailed } from '../../../../shared/client/files.ts';
import { yesOption } from '../../arguments/options.ts';
import { verb } from '../../command.ts';
import { Failure, wrongUsage } from '../../output/failure.ts';
import { startProgress } from '../../output/progress.ts';
import { confirmUnless } from '../../session/prompts.ts';
import { copyIn, targetOf } from './copy-in.ts';
import { copyOut, print } from './copy-out.ts';
import { entriesAt, entryAt } from './list-files.ts';
import { placeIn, placeOf, wholePlace } from './place.ts';
import { showEntries } from './show-entries.ts';

const resumeOption = { resume: { type: 'boolean', describe: 'Resume a paused sandbox first' } } as const;
const place = { place: { type: 'string', demandOption: true, describe: 'ID:PATH in a sandbox' } } as const;

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

const copy = verb({
  command: 'cp <from> <to>',
  describe: 'Copy a file or folder to or from a sandbox',
  positionals: {
    from: { type: 'string', demandOption: true, describe: 'Local path, ID:PATH, or - for stdin' },
    to: { type: 'string', demandOption: true, describe: 'ID:PATH, local path, or - for stdout' },
  },
  options: {
    recursive: { type: 'boolean', alias: 'r', describe: 'Copy a folder with all that it contains' },
    continue: { type: 'string', requiresArg: true, describe: 'Continue an upload that was cut off, by its ID' },
    ...resumeOption,
  },
  examples: [
    ['sandboxes cp report.csv 0193c0ffee:data/', 'Into the folder data of the working directory'],
    ['sandboxes cp -r 0193c0ffee:src ./src', 'A folder, to this machine'],
  ],
  run: async ({ from, to, recursive = false, resume = false, continue: continues }, { out, client: open }) => {
    const [source, target] = [placeIn(from), placeIn(to)];
    if ((source === undefined) === (target === undefined))
      throw wrongUsage('One of the two paths must be in a sandbox.', 'Write it as ID:PATH.');
    const client = await open();
    const progress = to === '-' || out.json ? undefined : startProgress(`Copying ${from}`);
    let transferId: string | undefined;
    const say = (text: string) => out.say(text);
    const options = {
      resume,
      ...(continues === undefined ? {} : { continues }),
      onProgress: (bytes: number, total: number) =>
        process.stderr.isTTY && progress?.step(`Copying ${from}: ${megabytes(bytes)} of ${megabytes(total)}`),
      onStart: (id: string) => {
        transferId = id;
      },
    };
    try {
      let bytes: number;
      if (source !== undefined) {
        const at = await wholePlace(source, client);
        bytes = await copyOut(client, { from: at, to, isRecursive: recursive, options, say });
      } else {
        const at = await wholePlace(placeIn(to) ?? { sandboxId: '', path: '' }, client);
        const isInto = from !== '-' && (await isDirectory(client, at, resume));
        const path = from === '-' ? at.path : targetOf(from, at.path, isInto);
        bytes = await copyIn(client, { from, to: { ...at, path }, isRecursive: recursive, options, say });
      }
      progress?.done(`Copied ${from} (${megabytes(bytes)}).`);
      if (out.json) out.show({ from, to, bytes }, () => '');
    } catch (error) {
      progress?.failed(`${from} is not copied.`);
      if (error instanceof TransferFailed) throw new Failure(error.message);
      if (transferId !== undefined) out.say(`Continue with the same command and --continue ${transferId}`);
      throw error;
    }
  },
});

async function isDirectory(client: Parameters<typeof entryAt>[0], at: Parameters<typeof entryAt>[1], resume: boolean) {
  try {
    const { type, target_type: target } = await entryAt(client, at, resume);
    return (target ?? type) === 'directory';
  } catch (error) {
    if (error instanceof Error && 'status' in error && error.status === 404) return false;
    throw error;
  }
}

const list = verb({
  command: 'files <place>',
  describe: 'List a directory of a sandbox',
  positionals: { place: { ...place.place, describe: 'Sandbox ID, or ID:PATH' } },
  options: resumeOption,
  examples: [['sandboxes files 0193c0ffee:src', 'A directory of the working directory']],
  run: async ({ place: text, resume = false }, { out, client: open }) => {
    const client = await open();
    const found = await entriesAt(client, await placeOf(text, client), resume);
    showEntries(found, out);
  },
});

const cat = verb({
  command: 'cat <place>',
  describe: 'Print a file of a sandbox',
  positionals: place,
  options: resumeOption,
  examples: [['sandboxes cat 0193c0ffee:README.md', 'A file of the working directory']],
  run: async ({ place: text, resume = false }, { client: open }) => {
    const client = await open();
    await print(client, await placeOf(text, client), { resume });
  },
});

const move = verb({
  command: 'mv <place> <path>',
  describe: 'Move or rename a file or directory in a sandbox',
  positionals: { ...place, path: { type: 'string', demandOption: true, describe: 'The new path in that sandbox' } },
  options: { force: { type: 'boolean', alias: 'f', describe: 'Replace a file at the new path' }, ...resumeOption },
  examples: [['sandboxes mv 0193c0ffee:old.txt new.txt', 'Rename a file']],
  run: async ({ place: text, path: to, force = false, resume = false }, { out, client: open }) => {
    const client = await open();
    const { sandboxId, path: from } = await placeOf(text, client);
    await answerOf(
      client.api.POST('/api/v1/sandboxes/{sandbox_id}/files/move', {
        params: { path: { sandbox_id: sandboxId }, query: { resume } },
        body: { from, to, overwrite: force },
      }),
    );
    out.show({ from, to, moved: true }, () => `Moved ${from} to ${to}.`);
  },
});

const remove = verb({
  command: 'delete-file <place>',
  describe: 'Delete a file or directory in a sandbox',
  positionals: place,
  options: {
    recursive: { type: 'boolean', alias: 'r', describe: 'Delete a directory with all that it contains' },
    ...yesOption,
    ...resumeOption,
  },
  examples: [['sandboxes delete-file -r 0193c0ffee:build --yes', 'A directory, without confirmation']],
  run: async ({ place: text, recursive = false, yes, resume = false }, { out, client: open }) => {
    const client = await open();
    const { sandboxId, path } = await placeOf(text, client);
    await confirmUnless(yes, `This deletes ${path} in the sandbox ${sandboxId}.`);
    const query = { path, recursive, resume };
    await answerOf(
      client.api.DELETE('/api/v1/sandboxes/{sandbox_id}/files', {
        params: { path: { sandbox_id: sandboxId }, query },
      }),
    );
    out.show({ path, deleted: true }, () => `Deleted ${path}.`);
  },
});

export const fileCommands = [list, copy, cat, move, remove];
