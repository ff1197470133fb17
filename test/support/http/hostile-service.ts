import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { PROJECT_ROOT } from '../service/local-service.ts';
import { close, listen } from './servers.ts';

/** Control sequences that move the cursor, name the window, add links and change the text direction. */
const HOSTILE = 'a\u001b[2J\u001b]0;b\u0007\u001b]8;;https://evil.example\u001b\\\u009b1;1H\r\u0008\u202ec\u2066';

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
export async function hostileService({ refuses = false } = {}): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    if (refuses) return response.writeHead(400, { 'Content-Type': 'application/problem+json' }).end(refusal);
    const path = (request.url ?? '').split('?')[0] ?? '';
    const answer = answerOf(path, (request.method ?? 'GET').toLowerCase());
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

function answerOf(path: string, method: string): unknown {
  const fitting = Object.keys(document.paths).filter((template) => pattern(template).test(path));
  // Paths without parameters go first.
  const [template] = fitting.sort((one, other) => one.split('{').length - other.split('{').length);
  const responses = template === undefined ? {} : (document.paths[template]?.[method]?.responses ?? {});
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const schema = success?.content?.['application/json']?.schema;
  return schema && sampleOf(schema, 'answer');
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
  return format === 'date-time' || name.endsWith('_at') ? '2026-01-24T12:00:00Z' : HOSTILE;
}
