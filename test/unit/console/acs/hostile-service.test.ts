import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { parserOf } from '../../../../console/acs/parser.ts';
import { close, listen } from '../../../support/http/servers.ts';
import { PROJECT_ROOT } from '../../../support/service/local-service.ts';

/** Control characters, which must not reach a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what terminals act upon
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

const commands = [
  'whoami',
  'conversations list',
  'conversations get c',
  'conversations start hello --no-wait',
  'conversations send c hello',
  'conversations rename c title',
  'conversations pause c --no-wait',
  'conversations resume c --no-wait',
  'conversations delete c --yes',
  'events c',
  'sandboxes list',
  'sandboxes get s',
  'sandboxes start --no-wait',
  'sandboxes update s --wake VSCODE=never',
  'sandboxes resize s --cpu 2',
  'sandboxes delete s --yes',
  'sandboxes ports s',
  'sandboxes open-port s 3000',
  'usage',
  'usage --by key',
  'limits',
  'keys list',
  'keys create',
  'keys rotate k',
  'keys revoke k --yes',
  'members list',
  'members list --invited',
  'members invite ada@example.com',
  'orgs list',
  'webhooks list',
  'webhooks create https://example.com',
  'webhooks get w',
  'webhooks update w --enable',
  'webhooks ping w',
  'webhooks messages w',
  'webhooks messages w m',
  'webhooks redeliver w m',
  'webhooks rotate-secret w',
  'webhooks delete w --yes',
];

let printed: string;
beforeEach(() => {
  printed = '';
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      printed += String(text);
      return true;
    });
  }
  vi.stubEnv('ACS_API_KEY', 'acs_unused');
  vi.stubEnv('XDG_CONFIG_HOME', '/nonexistent');
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe('what a service answers does nothing to the terminal', () => {
  it.each(commands)('acs %s', async (line) => {
    vi.stubEnv('ACS_URL', await hostileService());
    for (const args of [line.split(' '), [...line.split(' '), '--json']]) {
      printed = '';
      await parserOf(args).parseAsync();
      expect(printed).toMatch(/\w/);
      expect(printed).not.toMatch(CONTROLS);
    }
  });

  it.each(commands)('acs %s, with times and numbers that are none', async (line) => {
    for (const broken of ['soon', '', '+275760-09-13T00:00:00.001Z', null, -1, 1e300, {}, []]) {
      vi.stubEnv('ACS_URL', await hostileService({ broken }));
      printed = '';
      await parserOf(line.split(' ')).parseAsync();
      expect(printed).toMatch(/\w/);
    }
  });

  it('when it refuses a command', async () => {
    const [launcher, url] = [join(PROJECT_ROOT, 'console/acs/acs.mjs'), await hostileService({ refuses: true })];
    const env = { ...process.env, ACS_URL: url };
    const run = promisify(execFile)(process.execPath, [launcher, 'whoami'], { env });
    const { stderr } = await run.then(
      () => expect.unreachable(),
      (error: { readonly stderr: string }) => error,
    );
    expect(stderr).toMatch(/^acs: ac .*\n {2}ac: acd\n/);
    expect(stderr).not.toMatch(CONTROLS);
  });
});

/** Control sequences that move the cursor, name the window, add links and change the text direction. */
const HOSTILE = 'a\u001b[2J\u001b]0;b\u0007\u001b]8;;https://evil.example\u001b\\\u009b1;1H\r\u0008\u202ec\u2066';

const TIME = '2026-01-24T12:00:00Z';

interface Hostile {
  readonly refuses?: boolean;
  /** In place of each time and number. */
  readonly broken?: unknown;
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly nullable?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

interface Answer {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Answer>> }>>>
  >;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const document: Document = JSON.parse(await readFile(join(PROJECT_ROOT, 'docs', 'openapi.json'), 'utf8'));

/** Starts a service whose responses have the documented shapes, with hostile text in every string. Returns its URL. */
async function hostileService({ refuses = false, broken }: Hostile = {}): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    if (refuses) return response.writeHead(400, { 'Content-Type': 'application/problem+json' }).end(refusal);
    const path = (request.url ?? '').split('?')[0] ?? '';
    const answer = answerOf(path, (request.method ?? 'GET').toLowerCase(), broken);
    response.writeHead(answer === undefined ? 404 : 200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(answer ?? {}));
  });
  onTestFinished(() => close(server));
  return listen(server);
}

const refusal = JSON.stringify({
  status: 400,
  title: HOSTILE,
  detail: HOSTILE,
  code: HOSTILE,
  request_id: HOSTILE,
  required_scope: HOSTILE,
  errors: [{ loc: ['body', HOSTILE], msg: `${HOSTILE}d`, type: HOSTILE, pointer: HOSTILE }],
});

function answerOf(path: string, method: string, broken: unknown): unknown {
  const fitting = Object.keys(document.paths).filter((template) => pattern(template).test(path));
  // Paths without parameters go first.
  const [template] = fitting.sort((one, other) => one.split('{').length - other.split('{').length);
  const responses = template === undefined ? {} : (document.paths[template]?.[method]?.responses ?? {});
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const schema = success?.content?.['application/json']?.schema;
  const sample: unknown = schema && sampleOf(schema, 'answer');
  if (broken === undefined || sample === undefined) return sample;
  const replaced = (_: string, value: unknown) => (value === TIME || typeof value === 'number' ? broken : value);
  return JSON.parse(JSON.stringify(sample, replaced));
}

const pattern = (template: string): RegExp => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`);

function sampleOf(schema: Schema, name: string): unknown {
  const { $ref, type, format, properties, items, anyOf, oneOf, allOf } = schema;
  if ($ref !== undefined) return sampleOf(document.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {}, name);
  if (name === 'next_page_id') return null;
  if (allOf) return Object.assign({}, ...allOf.map((part) => sampleOf(part, name)));
  const [one] = anyOf ?? oneOf ?? [];
  if (one) return sampleOf(one, name);
  const [first] = [type].flat();
  if (properties || first === 'object') {
    // The document defines no more of an agent's event.
    const known = Object.entries(properties ?? {});
    const entries = known.length > 0 ? known : Object.entries({ id: {}, kind: {}, [HOSTILE]: {} });
    return Object.fromEntries(entries.map(([key, of]) => [key, sampleOf(of, key)]));
  }
  if (first === 'array') return [sampleOf(items ?? {}, name)];
  if (first === 'boolean') return true;
  if (first === 'integer' || first === 'number') return 1;
  return format === 'date-time' || name.endsWith('_at') ? TIME : HOSTILE;
}
