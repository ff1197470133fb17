import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentChanges } from '../../../../../infra/docs/compatibility/document-changes.ts';
import { asked, changesAfter, type Loose, list, make, thing } from '../../../../support/described-release.ts';

describe('changes that lock callers out', () => {
  it.each<[string, (document: Loose) => void, string]>([
    [
      'a key where none was needed',
      (d) => {
        d.paths['/open'].get.security = [{ key: [] }];
      },
      'GET /open: needs a key',
    ],
    ['a key that opens it no more', (d) => list(d).security.pop(), 'GET /things: bearer opens it no more'],
    [
      'another scope',
      (d) => {
        make(d).security = [{ key: ['things:admin'] }];
      },
      'POST /things: key needs the scope things:admin',
    ],
    [
      'a scope that keys lack by themselves',
      (d) => {
        list(d).security = [{ key: ['admin'] }, { bearer: [] }];
      },
      'GET /things: key needs the scope admin',
    ],
  ])('%s', (_name, change, expected) => {
    expect(changesAfter(change)).toContain(expected);
  });
});

describe('compatible changes', () => {
  it.each<[string, (document: Loose) => void]>([
    ['nothing', () => undefined],
    [
      'a new path',
      (d) => {
        d.paths['/more'] = d.paths['/open'];
      },
    ],
    [
      'a new field of an answer',
      (d) => {
        thing(d).properties.weight = { type: 'integer' };
      },
    ],
    ['a new value of an answer', (d) => thing(d).properties.state.enum.push('LOST')],
    [
      'a narrower answer',
      (d) => {
        thing(d).properties.note = { type: 'string' };
      },
    ],
    [
      'a new field that may be sent',
      (d) => {
        asked(d).properties.owner = { type: 'string' };
      },
    ],
    [
      'a wider type that is taken',
      (d) => {
        asked(d).properties.name = {};
      },
    ],
    [
      'a higher limit',
      (d) => {
        asked(d).properties.size.maximum = 20;
      },
    ],
    ['a new parameter that may be sent', (d) => list(d).parameters.push({ in: 'query', name: 'day', schema: {} })],
    [
      'another failure',
      (d) => {
        list(d).responses[409] = { $ref: '#/components/responses/NotFound' };
      },
    ],
    [
      'a scope that keys have by themselves',
      (d) => {
        list(d).security = [{ key: ['conversations:read'] }, { bearer: ['conversations:read'] }];
      },
    ],
    [
      'a key that is no longer needed',
      (d) => {
        list(d).security = [];
      },
    ],
    [
      'a schema by another name',
      (d) => {
        d.components.schemas.Item = thing(d);
        make(d).responses[201].content['application/json'].schema.$ref = '#/components/schemas/Item';
      },
    ],
  ])('%s', (_name, change) => {
    expect(changesAfter(change)).toEqual([]);
  });

  it('are the only ones since the last release', () => {
    const read = (path: string) =>
      JSON.parse(readFileSync(join(import.meta.dirname, '../../../../../docs', path), 'utf8'));
    const [last, now] = [read('releases/openapi-0.1.0.json'), read('openapi.json')];

    expect(documentChanges(last, now)).toEqual([]);
    expect(documentChanges(last, { ...now, paths: {} })).toContain('GET /docs/migration: is gone');
  });
});
