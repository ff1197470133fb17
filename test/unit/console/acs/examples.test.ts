import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { CommandWithOptions, Noun } from '../../../../console/acs/command.ts';
import { commands } from '../../../../console/acs/commands/commands.ts';
import { parserOf } from '../../../../console/acs/parser.ts';
import { documentedLines, programsOf } from '../../../support/documents/command-lines.ts';
import { type DocumentedRequest, problemOfRequest } from '../../../support/documents/request-problem.ts';

const verbs = commands.flatMap((command) => ('verbs' in command ? (command as Noun).verbs : [command]));
const ofHelp = verbs.flatMap((verb) => (verb as CommandWithOptions).examples.map(([line]) => `acs ${line}`));
const ofDocuments = documentedLines(/^(npx )?acs [a-z-]/);
/** Waits for the messages of another program. */
const waits = /^(npx )?acs mcp\b/;

const lines = [...new Set([...ofHelp, ...ofDocuments])].filter((line) => !waits.test(line));

/** Commands that ask the service for nothing. */
const local = /^(npx )?acs (completion|logout|--help)/;

const PNG = Buffer.from('89504e470d0a1a0a00', 'hex');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'acs-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, 'write').mockReturnValue(true);
  vi.spyOn(console, 'log').mockReturnValue();
  vi.stubEnv('ACS_API_KEY', 'acs_unused_key');
  vi.stubEnv('ACS_URL', 'http://127.0.0.1:3000');
  vi.stubEnv('XDG_CONFIG_HOME', folder);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

describe('every example of a help and of a document', () => {
  it('is found', () => {
    expect([ofHelp.length > 40, ofDocuments.length > 30]).toEqual([true, true]);
    expect(lines).toContain('acs conversations start - < task.md');
  });

  it.each(lines)('%s', async (line) => {
    const { requests, failure } = await run(line);

    // 2: wrong usage. The service of this test finds nothing, so most commands fail.
    expect(failure).not.toMatchObject({ exitCode: 2 });
    if (!local.test(line)) expect(requests).not.toEqual([]);
    expect(requests.map(problemOfRequest).filter(Boolean)).toEqual([]);
  });
});

it.each([
  'acs conversations start - < task.md',
  'acs conversations start --message - < task.md',
  'acs conversations start -m - < task.md',
  'acs conversations start --message=- < task.md',
  'acs conversations start --follow --title T - < task.md',
  'acs conversations start - --no-wait < task.md',
  'acs conversations send ID - < task.md',
  'acs conversations send --json ID - < task.md',
  'acs conversations send -- ID - < task.md',
  'cat task.md | acs conversations send ID -',
])('%s sends the text of the file', async (line) => {
  const { requests } = await run(line);

  expect(JSON.stringify(requests.map(({ body }) => body))).toContain('"text":"Text-of-the-file"');
});

it.each([
  ['acs conversations send ID -- "- fix the docs"', '"text":"- fix the docs"'],
  ['acs conversations start --no-wait -- --help', '"text":"--help"'],
  ['acs conversations rename ID -- -v', '"title":"-v"'],
])('%s takes what follows -- as arguments', async (line, sent) => {
  const { requests } = await run(line);

  expect(JSON.stringify(requests.map(({ body }) => body))).toContain(sent);
});

it('asks for a missing first message, and starts nothing where it cannot ask', async () => {
  const { requests } = await run('acs conversations start --title T');
  expect(JSON.stringify(requests)).toContain('"text":"yes_this_is_a_key"');

  expect(await run('acs conversations start --title T < task.md')).toMatchObject({
    requests: [],
    failure: { exitCode: 2, message: 'The message is missing.', remedy: expect.stringContaining('--empty') },
  });
  expect((await run('acs conversations start --empty --no-wait')).requests).toHaveLength(1);
});

it('sends the pictures of files, each named by its own option', async () => {
  const { requests } = await run('acs conversations send ID --image a.png --image b.png "See both"');

  const url = `data:image/png;base64,${PNG.toString('base64')}`;
  const content = [
    { type: 'text', text: 'See both' },
    { type: 'image', image_urls: [url, url] },
  ];
  expect(requests).toMatchObject([{ body: { content } }]);
});

it.each([
  'acs conversations send ID "See" --image /dev/null',
  'acs conversations send ID "See" --image missing.gif',
  'acs conversations start --empty Text',
  'acs conversations start --empty --follow',
  'acs conversations start --empty --image a.png',
])('%s is refused', async (line) => {
  expect(await run(line)).toMatchObject({ requests: [], failure: { exitCode: 2 } });
});

it('refuses a word after -- that no argument takes, and shows it as it was typed', async () => {
  const { requests, failure } = await run('acs keys create -- --x');

  expect(failure).toMatchObject({ exitCode: 2, message: 'Unknown argument: --x.' });
  expect(requests).toEqual([]);
});

/** Runs acs in this process, against a service without any conversation, sandbox or key. */
async function run(line: string) {
  const programs = programsOf(line);
  const { words, readsInput } = programs.find((one) => one.words.includes('acs')) ?? { words: [], readsInput: false };
  const requests: DocumentedRequest[] = [];
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const request = new Request(input, init);
    const { pathname: path, searchParams: query } = new URL(request.url);
    const body = await request.text();
    const isForm = request.headers.get('content-type')?.includes('form');
    const parsed = () => (isForm ? Object.fromEntries(new URLSearchParams(body)) : JSON.parse(body));
    requests.push({ method: request.method, path, query, ...(body === '' ? {} : { body: parsed() }) });
    return Response.json({ status: 404, code: 'not_found', detail: 'Not found' }, { status: 404 });
  });
  const input = readsInput ? Readable.from(['Text-of-the-file\n']) : typing('yes_this_is_a_key\r');
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(input as unknown as typeof process.stdin);
  const { isTTY } = process.stderr;
  process.stderr.isTTY = true;
  onTestFinished(() => {
    process.stderr.isTTY = isTTY;
  });
  const args = await Promise.all(words.slice(words.indexOf('acs') + 1).map(withPicture));
  const failure = await Promise.resolve()
    .then(() => parserOf(args).parseAsync())
    .then(
      () => undefined,
      (error: unknown) => error,
    );
  return { requests, failure };
}

/** A terminal whose person types: `y` answers a question, the whole line is an API key. */
function typing(keys: string): Readable {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input });
  input.write(keys);
  return input;
}

/** Each picture of a command is a file. */
async function withPicture(word: string): Promise<string> {
  if (!word.endsWith('.png')) return word;
  const file = join(folder, word);
  await writeFile(file, PNG);
  return file;
}
