import { describe, expect, it } from 'vitest';
import { changesAfter, type Loose, list, make, thing } from '../../../../support/described-release.ts';

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
