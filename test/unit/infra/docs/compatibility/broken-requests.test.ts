import { describe, expect, it } from 'vitest';
import { asked, changesAfter, type Loose, list, make } from '../../../../support/described-release.ts';

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
