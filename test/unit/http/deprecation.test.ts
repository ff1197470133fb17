import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { getMigrationGuide } from '../../../functions/service/get-migration-guide.ts';
import type { Endpoint } from '../../../shared/contract/endpoint/endpoint.ts';
import { endpoints } from '../../../shared/contract/index.ts';
import { guide } from '../../../shared/domain/service/migration/guide.ts';
import { deprecationHeaders, isLegacyPath, MIGRATION_PATH } from '../../../shared/http/answers/deprecation.ts';
import { LIMITS_PATH } from '../../../shared/http/rate-limits/limits-path.ts';
import { invoke } from '../../support/http/invoke.ts';

const all = endpoints as readonly Endpoint[];
const legacy = all.filter(({ generation }) => generation === 'legacy');
const current = all.filter(({ generation }) => generation === 'v1');
const moves = guide.sections.flatMap((section) => section.moves);
const routeOf = ({ method, path }: Endpoint) => `${method} ${path}`;

function fieldsOf(schema: z.ZodType | undefined): readonly string[] {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return fieldsOf(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

describe('legacy generation', () => {
  it('is recognised by its paths, without the contract', () => {
    for (const { path, generation } of all) expect([path, isLegacyPath(path)]).toEqual([path, generation === 'legacy']);
    for (const path of ['/', '', '/api', '/api/', '/conversations', '/v1/api/conversations']) {
      expect(isLegacyPath(path)).toBe(false);
    }
  });

  it.each(legacy.map((endpoint) => [endpoint.id, endpoint] as const))(
    'names the successor of %s, or why there is none',
    (_, endpoint) => {
      const { successor, noSuccessor } = endpoint;
      expect([successor, noSuccessor].filter((text) => text !== undefined)).toHaveLength(1);
      if (successor === undefined) expect(noSuccessor).toMatch(/^[A-Z].*\.$/);
      else expect(current.map(({ path }) => path)).toContain(successor);
    },
  );

  it.each(legacy.filter(({ successor }) => successor).map((endpoint) => [endpoint.id, endpoint] as const))(
    'leads from %s to an existing path',
    (_, endpoint) => {
      const params = Object.fromEntries(fieldsOf(endpoint.params).map((name) => [name, 'x1']));
      const { Link: link = '' } = deprecationHeaders(endpoint, undefined, { base: '', params });
      const target = /<([^>]+)>; rel="successor-version"/.exec(link)?.[1] ?? '';

      const patterns = current.map(({ path }) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/{}]+')}$`));
      expect(
        patterns.some((pattern) => pattern.test(target)),
        target,
      ).toBe(true);
      expect(link).toContain(`<${MIGRATION_PATH}>; rel="deprecation"`);
    },
  );

  it('is the only one whose endpoints have a successor', () => {
    for (const { generation, successor, noSuccessor } of all) {
      if (generation !== 'legacy') expect([successor, noSuccessor]).toEqual([undefined, undefined]);
    }
  });

  it('does not include the endpoint of limits, which has a current path', () => {
    expect(all.find(({ path }) => path === LIMITS_PATH)?.id).toBe('get-limits');
  });
});

describe('migration guide', () => {
  it('lists each legacy endpoint once, with its successor', () => {
    expect(moves.map((move) => move.legacy).toSorted()).toEqual(legacy.map(routeOf).toSorted());
    for (const endpoint of legacy) {
      const move = moves.find((each) => each.legacy === routeOf(endpoint));
      expect([endpoint.id, move?.current?.split(' ')[1]]).toEqual([endpoint.id, endpoint.successor]);
      if (move?.current) expect(current.map(routeOf)).toContain(move.current);
      else expect(move?.note).toMatch(/\S/);
    }
  });

  it.each(legacy.map((endpoint) => [endpoint.id, endpoint] as const))('maps every field of %s', (_, endpoint) => {
    const move = moves.find((each) => each.legacy === routeOf(endpoint));
    const asked = [...fieldsOf(endpoint.query), ...fieldsOf(endpoint.body)];

    expect(Object.keys(move?.request ?? {}).toSorted()).toEqual(asked.toSorted());
    expect(Object.keys(move?.answer ?? {}).toSorted()).toEqual([...fieldsOf(endpoint.success.body)].toSorted());
  });

  it('calls a field unchanged only when the successor has it', () => {
    for (const move of moves) {
      const successor = current.find((endpoint) => routeOf(endpoint) === move.current);
      const asked = [...fieldsOf(successor?.query), ...fieldsOf(successor?.body)];
      const kept = Object.entries(move.request ?? {}).filter(([, becomes]) => becomes === 'unchanged');
      expect([move.legacy, kept.map(([name]) => name).filter((name) => !asked.includes(name))]).toEqual([
        move.legacy,
        [],
      ]);
      const answered = Object.entries(move.answer ?? {}).filter(([, becomes]) => becomes === 'unchanged');
      const given = fieldsOf(successor?.success.body);
      expect([move.legacy, answered.map(([name]) => name).filter((name) => !given.includes(name))]).toEqual([
        move.legacy,
        [],
      ]);
    }
  });

  it('is a page with only code markup', async () => {
    const { status, headers, text } = await invoke(getMigrationGuide, {});

    expect([status, headers['Content-Type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['Content-Security-Policy']).toContain("default-src 'none'");
    for (const { legacy: call } of moves) expect(text).toContain(`<h3><code>${call}</code></h3>`);
    expect(text).not.toMatch(/`|<script|<style/);
  });
});
