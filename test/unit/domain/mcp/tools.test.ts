import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Endpoint } from '../../../../shared/contract/endpoint/endpoint.ts';
import { endpoints } from '../../../../shared/contract/index.ts';
import { exposedTools } from '../../../../shared/domain/mcp/exposed-tools.ts';
import type { Tool } from '../../../../shared/domain/mcp/tool.ts';
import { tools } from '../../../../shared/domain/mcp/tools.ts';
import { type Document, toolsOfDocument } from '../../../../shared/domain/mcp/tools-of-document.ts';

const all: readonly Endpoint[] = endpoints;
const exposed = Object.entries(exposedTools).map(([id, { name, hidden = [] }]) => {
  const endpoint = all.find((one) => one.id === id);
  const tool = tools.find(({ view }) => view.name === name);
  if (!endpoint || !tool) throw new Error(`${id} is no endpoint`);
  return { endpoint, tool, hidden };
});

const shapeOf = (given: unknown): readonly string[] => {
  const schema = given instanceof z.ZodOptional ? given.unwrap() : given;
  return Object.keys((schema as { readonly shape?: object } | undefined)?.shape ?? {});
};

describe('the tools', () => {
  it('have one argument for each parameter and field of their endpoint, except hidden ones', () => {
    for (const { endpoint, tool, hidden } of exposed) {
      const { params, query, body, bodyFormat, idempotent, ranges } = endpoint;
      const ofHeaders = [
        ...(bodyFormat === 'bytes' ? ['content'] : []),
        ...(ranges ? ['offset', 'length'] : []),
        ...(idempotent ? ['idempotency_key'] : []),
      ];
      const names = [...shapeOf(params), ...shapeOf(query), ...shapeOf(body), ...ofHeaders];

      expect(hidden.filter((name) => !names.includes(name))).toEqual([]);
      expect(Object.keys(tool.view.inputSchema.properties).toSorted(), endpoint.id).toEqual(
        names.filter((name) => !hidden.includes(name)).toSorted(),
      );
    }
  });

  it('call their endpoint and need its scope', () => {
    for (const { endpoint, tool } of exposed) {
      const { method, path, scope, body, bodyFormat, idempotent } = endpoint;
      expect(tool.endpoint).toMatchObject({
        method,
        path,
        body: bodyFormat === 'bytes' ? 'bytes' : body ? 'json' : 'none',
        takesKey: idempotent !== undefined,
      });
      expect(tool.endpoint.scope ?? 'any', endpoint.id).toBe(scope);
    }
  });

  it('are endpoints of the current generation that a key can call, and that show no new secret', () => {
    for (const { endpoint } of exposed) {
      expect(endpoint, endpoint.id).toMatchObject({ access: 'key', generation: 'v1' });
      // The URL of a port is what its tool is for. By default, it opens nothing without the session key.
      if (endpoint.id !== 'open-sandbox-port') expect(endpoint.idempotent, endpoint.id).not.toBe('sealed');
    }
  });

  it('have distinct names in snake case, and descriptions for models', () => {
    const names = tools.map(({ view }) => view.name);

    expect(new Set(names).size).toBe(names.length);
    for (const { view } of tools) {
      expect(view.name).toMatch(/^[a-z]+(_[a-z]+)+$/);
      expect(view.description).toMatch(/^\S.*[.]$/);
      expect(view.description, view.name).not.toMatch(/Requires the scope|Safe to repeat/);
    }
  });

  it('are all in docs/mcp.md, and no others', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../../docs/mcp.md'), 'utf8');
    const [, table = ''] = page.split('\n## Tools\n');
    const rows = table.split('\n').filter((line) => /^\| .* `[a-z]+_[a-z_]+`.* \|/.test(line));
    const named = rows.flatMap((line) => [...line.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, name]) => name));

    expect(named.toSorted()).toEqual(tools.map(({ view }) => view.name).toSorted());
  });

  it('have hints that follow from the method', () => {
    const hints = Object.fromEntries(
      tools.map(({ view, endpoint }) => [view.name, [endpoint.method, view.annotations]]),
    );

    expect(hints).toMatchObject({
      get_sandbox: ['GET', { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }],
      start_sandbox: ['POST', { readOnlyHint: false, destructiveHint: false, idempotentHint: false }],
      send_message: ['POST', { openWorldHint: true }],
      delete_sandbox: ['DELETE', { readOnlyHint: false, destructiveHint: true, idempotentHint: true }],
      update_conversation: ['PATCH', { destructiveHint: true }],
    });
    for (const { view, endpoint } of tools) expect(view.annotations.readOnlyHint).toBe(endpoint.method === 'GET');
  });

  it('have schemas without references and patterns, which some providers of models refuse', () => {
    const text = JSON.stringify(tools.map(({ view }) => view.inputSchema));

    expect(text).not.toMatch(/"(\$ref|pattern|not|examples?)":/);
    expect(text.length).toBeLessThan(60_000);
  });
});

/** A document with one endpoint, which takes `id` in its path and its query, and a field. */
function documentWith(field: string, query = 'limit'): Document {
  const parameters = [
    { in: 'path', name: 'id', required: true, schema: { type: 'string', pattern: '^x' } },
    { in: 'query', name: query, description: 'How many.', schema: { type: 'integer', default: 5 } },
    { $ref: '#/components/parameters/IdempotencyKey' },
  ];
  const node = {
    type: 'object',
    properties: { next: { $ref: '#/components/schemas/Node' }, pattern: { type: 'string' } },
    required: ['next'],
  };
  const body = { type: 'object', properties: { [field]: { $ref: '#/components/schemas/Node' } }, required: [field] };
  const post = {
    operationId: 'make-thing',
    summary: 'Make a thing',
    description: 'It stays. Requires the scope `things:write`. Fails with `odd` if `secret` is odd.',
    security: [{ sessionApiKey: ['things:write'] }, { bearer: ['things:write'] }],
    parameters,
    requestBody: { content: { 'application/json': { schema: body } } },
  };
  return { paths: { '/things/{id}': { post } }, components: { schemas: { Node: node } } };
}

describe('a tool', () => {
  it('merges path, query and body, follows references and leaves out patterns', () => {
    const [tool] = toolsOfDocument(documentWith('node'), { 'make-thing': { name: 'make_thing', hint: 'Once.' } });

    expect(tool).toEqual({
      view: {
        name: 'make_thing',
        title: 'Make a thing',
        description: 'Make a thing. It stays. Fails with `odd` if `secret` is odd. Once.',
        inputSchema: {
          type: 'object',
          properties: {
            id: { type: 'string' },
            limit: { type: 'integer', default: 5, description: 'How many.' },
            node: {
              type: 'object',
              properties: { next: { type: 'object' }, pattern: { type: 'string' } },
              required: ['next'],
            },
            idempotency_key: expect.objectContaining({ type: 'string', maxLength: 255 }),
          },
          required: ['id', 'node'],
          additionalProperties: false,
        },
        annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
      },
      endpoint: {
        method: 'POST',
        path: '/things/{id}',
        scope: 'things:write',
        query: ['limit'],
        body: 'json',
        takesKey: true,
        takesRange: false,
      },
    } satisfies Tool);
  });

  it('does not mention what is hidden', () => {
    const exposure = { name: 'make_thing', hidden: ['node', 'secret'], destructive: true } as const;
    const [tool] = toolsOfDocument(documentWith('node'), { 'make-thing': exposure });

    expect(Object.keys(tool?.view.inputSchema.properties ?? {})).toEqual(['id', 'limit', 'idempotency_key']);
    expect(tool?.view.description).toBe('Make a thing. It stays.');
    expect(tool?.view.annotations.destructiveHint).toBe(true);
  });

  it.each([['id'], ['limit'], ['idempotency_key']])('cannot have a field with the name of its parameter %s', (name) => {
    expect(() => toolsOfDocument(documentWith(name), { 'make-thing': { name: 'make_thing' } })).toThrow(
      `the tool make_thing has two arguments with the name ${name}`,
    );
  });

  it('cannot be of an endpoint that does not exist', () => {
    expect(() => toolsOfDocument(documentWith('x'), { 'lose-thing': { name: 'lose_thing' } })).toThrow('lose-thing');
  });
});
