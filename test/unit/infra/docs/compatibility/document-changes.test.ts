import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { acceptedChanges } from '../../../../../infra/docs/compatibility/accepted-changes.ts';
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
    ['a key that can no longer call it', (d) => list(d).security.pop(), 'GET /things: bearer can no longer call it'],
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

    expect(documentChanges(last, now).toSorted()).toEqual([...acceptedChanges].toSorted());
    expect(documentChanges(last, { ...now, paths: {} })).toContain('GET /docs/migration: is gone');
  });
});

describe('changes that break readers of responses', () => {
  it.each<[string, (document: Loose) => void, string]>([
    ['a path that is gone', (d) => delete d.paths['/open'], 'GET /open: is gone'],
    ['an operation that is gone', (d) => delete d.paths['/things'].post, 'POST /things: is gone'],
    ['an event that is gone', (d) => delete d.webhooks['thing.made'], 'POST thing.made: is gone'],
    [
      'another status of success',
      (d) => {
        list(d).responses = { 202: list(d).responses[200] };
      },
      'GET /things 200: is answered no more',
    ],
    [
      'another type of content',
      (d) => {
        make(d).responses[201].content = { 'text/plain': {} };
      },
      'POST /things 201: application/json is gone',
    ],
    [
      'a header that is gone',
      (d) => {
        list(d).responses[200].headers = {};
      },
      'GET /things 200: the header X-Request-Id is gone',
    ],
    ['a field that is gone from an answer', (d) => delete thing(d).properties.note, 'POST /things 201.note: is gone'],
    ['a field that is gone from an event', (d) => delete thing(d).properties.note, 'POST thing.made.note: is gone'],
    [
      'a field that is gone from a failure',
      (d) => delete d.components.schemas.Problem.properties.code,
      'GET /things 404.code: is gone',
    ],
    [
      'a field that may be missing',
      (d) => {
        thing(d).required = ['id', 'size', 'made_at'];
      },
      'POST /things 201.state: may now be missing',
    ],
    [
      'a field of another type',
      (d) => {
        thing(d).properties.id = { type: 'integer' };
      },
      'POST /things 201.id: was string, is integer',
    ],
    [
      'a field of a wider type',
      (d) => {
        thing(d).properties.size = { type: 'number' };
      },
      'POST /things 201.size: was integer, is number',
    ],
    [
      'a field that may be null',
      (d) => {
        thing(d).properties.id = { type: ['string', 'null'] };
      },
      'POST /things 201.id: may now be null',
    ],
    [
      'a field that may be anything',
      (d) => {
        thing(d).properties.id = {};
      },
      'POST /things 201.id: was string, is anything',
    ],
    [
      'a field of another format',
      (d) => delete thing(d).properties.made_at.format,
      'POST /things 201.made_at: is no longer of the format date-time',
    ],
    [
      'a value that is gone from an answer',
      (d) => {
        thing(d).properties.state.enum = ['NEW'];
      },
      'POST /things 201.state: the value "OLD" is gone',
    ],
    [
      'values that are open',
      (d) => {
        thing(d).properties.state = { type: 'string' };
      },
      'POST /things 201.state: is no longer one of "NEW", "OLD"',
    ],
    [
      'another type of the members of a map',
      (d) => {
        thing(d).properties.tags.additionalProperties.type = 'integer';
      },
      'POST /things 201.tags.*: was string, is integer',
    ],
    [
      'items of another type',
      (d) => {
        list(d).responses[200].content['application/json'].schema.items = { type: 'string' };
      },
      'GET /things 200[]: was object, is string',
    ],
  ])('%s', (_name, change, expected) => {
    expect(changesAfter(change)).toContain(expected);
  });
});

describe('changes that break senders of requests', () => {
  it.each<[string, (document: Loose) => void, string]>([
    [
      'a new field that has to be sent',
      (d) => {
        asked(d).required.push('owner');
        asked(d).properties.owner = { type: 'string' };
      },
      'POST /things body.owner: has to be sent',
    ],
    [
      'a field that has to be sent now',
      (d) => asked(d).required.push('name'),
      'POST /things body.name: has to be sent',
    ],
    ['a field that is no longer taken', (d) => delete asked(d).properties.name, 'POST /things body.name: is gone'],
    [
      'unknown fields that are refused',
      (d) => {
        asked(d).additionalProperties = false;
      },
      'POST /things body: unknown fields are refused',
    ],
    [
      'a narrower type',
      (d) => {
        asked(d).properties.size.type = 'integer';
      },
      'POST /things body.size: was number, is integer',
    ],
    [
      'null that is no longer taken',
      (d) => {
        asked(d).properties.name.type = 'string';
      },
      'POST /things body.name: can no longer be null',
    ],
    [
      'a lower limit',
      (d) => {
        asked(d).properties.size.maximum = 5;
      },
      'POST /things body.size: maximum is 5, was 10',
    ],
    [
      'a new limit',
      (d) => {
        asked(d).properties.words.maxItems = 5;
      },
      'POST /things body.words: maxItems is 5, was not limited',
    ],
    [
      'a new least length',
      (d) => {
        asked(d).properties.words.minItems = 1;
      },
      'POST /things body.words: minItems is 1, was not limited',
    ],
    [
      'a new pattern',
      (d) => {
        asked(d).properties.words.items.pattern = '^a';
      },
      'POST /things body.words[]: has to match ^a',
    ],
    [
      'a new format',
      (d) => {
        asked(d).properties.words.items.format = 'uri';
      },
      'POST /things body.words[]: has to be a uri',
    ],
    [
      'a value that is no longer taken',
      (d) => {
        asked(d).properties.colour.enum = ['red'];
      },
      'POST /things body.colour: the value "blue" is gone',
    ],
    [
      'values where any was taken',
      (d) => {
        asked(d).properties.words.items.enum = ['a'];
      },
      'POST /things body.words[]: has to be one of "a"',
    ],
    [
      'a body that has to be sent',
      (d) => {
        make(d).requestBody.required = true;
      },
      'POST /things: has to be sent with a body',
    ],
    ['a body that is no longer taken', (d) => delete make(d).requestBody, 'POST /things: takes no body any more'],
    [
      'a type of body that is no longer taken',
      (d) => {
        make(d).requestBody.content = { 'text/plain': {} };
      },
      'POST /things body: application/json is gone',
    ],
    ['a parameter that is gone', (d) => list(d).parameters.pop(), 'GET /things query sort: is gone'],
    [
      'a parameter that has to be sent',
      (d) => {
        list(d).parameters[0].required = true;
      },
      'GET /things query limit: has to be sent',
    ],
    [
      'a new parameter that has to be sent',
      (d) => list(d).parameters.push({ in: 'query', name: 'day', required: true, schema: {} }),
      'GET /things query day: has to be sent',
    ],
    [
      'a lower limit of a parameter',
      (d) => {
        list(d).parameters[0].schema.maximum = 50;
      },
      'GET /things query limit: maximum is 50, was 100',
    ],
  ])('%s', (_name, change, expected) => {
    expect(changesAfter(change)).toContain(expected);
  });
});
