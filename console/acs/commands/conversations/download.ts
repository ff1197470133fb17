import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { conversationId } from '../../arguments/options.ts';
import { verb } from '../../command.ts';
import { Failure, wrongUsage } from '../../output/failure.ts';

export const downloadConversation = verb({
  command: 'download <id>',
  describe: 'Download a conversation as a ZIP archive',
  positionals: conversationId,
  options: {
    output: {
      type: 'string',
      alias: 'o',
      requiresArg: true,
      describe: 'File to write (default: conversation-ID.zip); - for stdout',
    },
    force: { type: 'boolean', describe: 'Overwrite an existing file' },
  },
  examples: [
    ['conversations download 0193c0ffee', 'Writes conversation-0193c0ffee.zip'],
    ['conversations download 0193c0ffee -o - | bsdtar -tf -', 'List its contents'],
  ],
  run: async ({ id, output = `conversation-${id}.zip`, force }, { out, client }) => {
    const isStdout = output === '-';
    if (isStdout && out.json) throw wrongUsage('--json and --output - cannot be combined.');
    if (isStdout && process.stdout.isTTY)
      throw wrongUsage('An archive cannot be shown on a terminal.', 'Name a file: --output FILE');
    const { api } = await client();
    const archive = await answerOf(
      api.GET('/api/v1/app-conversations/{conversation_id}/download', {
        params: { path: { conversation_id: id } },
        parseAs: 'stream',
      }),
    );
    const source = Readable.fromWeb(archive as ReadableStream);
    if (isStdout) return await pipeline(source, process.stdout, { end: false });
    await pipeline(source, createWriteStream(output, { flags: force ? 'w' : 'wx' })).catch((error: unknown) => {
      throw fileFailure(error, output);
    });
    out.show({ id, file: output }, () => `Wrote ${output}.`);
  },
});

function fileFailure(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return error;
  const isThere = 'code' in error && error.code === 'EEXIST';
  return new Failure(`Cannot write ${file}: ${error.message}`, isThere ? 'Overwrite it with --force.' : undefined);
}
