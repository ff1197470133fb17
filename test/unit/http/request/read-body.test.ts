import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { defineEndpoint } from '../../../../shared/contract/endpoint/endpoint.ts';
import { implement, reading } from '../../../../shared/http/operation/operation.ts';
import { plainMessage } from '../../../../shared/http/request/plain-messages.ts';
import { readForm } from '../../../../shared/http/request/read-form.ts';
import { badFields } from '../../../support/http/answers.ts';
import { echo, echoEndpoint, good } from '../../../support/http/echo.ts';
import { invoke, type TestRequest } from '../../../support/http/invoke.ts';

const open = defineEndpoint(() => ({
  ...echoEndpoint,
  access: 'open',
  bodyFormat: 'form',
  body: z.object({ name: z.string(), more: z.string().optional() }),
}));
const openEcho = reading(
  readForm,
  implement(open, async ({ body }, _: Record<string, never>) => ({ said: body })),
);
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

const send = (request: TestRequest) => invoke(echo(), {}, { params: good.params, ...request });
const post = (rawBody: string, headers: Record<string, string> = {}) =>
  invoke(openEcho, {}, { params: good.params, rawBody, headers });

describe('body in Base64', () => {
  it.each([
    ['a byte alone', [0xff]],
    ['a sequence that is cut off', [0xe2, 0x82]],
    ['a sequence that is longer than it needs', [0xc0, 0xaf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['Latin-1', [0xe9]],
  ])('is refused where it is not UTF-8: %s', async (_, bytes) => {
    const json = Buffer.concat([Buffer.from('{"name":"'), Buffer.from(bytes), Buffer.from('"}')]);

    const { status, body } = await send({ rawBody: json.toString('base64'), isBase64Encoded: true });

    expect([status, body.code, body.detail]).toEqual([
      400,
      'malformed_request',
      'The body is not valid UTF-8. Send it as UTF-8.',
    ]);
  });

  it('keeps a U+FFFD that is there', async () => {
    const rawBody = Buffer.from('{"name":"x","anything":"\ufffd"}').toString('base64');

    expect((await send({ rawBody, isBase64Encoded: true })).body.said.body.anything).toBe('\ufffd');
  });
});

describe('a form', () => {
  it.each(['name=%ff', 'name=%E2%82', 'name=a&more=%c0%af', '%ff=1'])(
    'is refused where it is not UTF-8: %s',
    async (text) => {
      const { status, body } = await post(text, form);

      expect([status, body.code]).toEqual([400, 'malformed_request']);
    },
  );

  it('is parsed like a browser form', async () => {
    const { body } = await post('name=caf%C3%A9+100%&more=%F0%9F%99%82', form);

    expect(body.said).toEqual({ name: 'café 100%', more: '🙂' });
  });
});

describe('an endpoint without a credential', () => {
  it('accepts at most 8 KB', async () => {
    const bodyOf = (bytes: number) => JSON.stringify({ name: 'x' }).padEnd(bytes);

    expect([(await post(bodyOf(8_192))).status, (await post(bodyOf(8_193))).status]).toEqual([201, 413]);
  });
});

describe('the name of a field', () => {
  it.each([
    '{"name":"x","__proto__":{"polluted":1}}',
    '{"name":"x","anything":[{"\\u005f_proto_\\u005F":1}]}',
    '{"name":"x","anything":{"constructor":{"prototype":{"polluted":1}}}}',
    '{"name":"x","anything":{"c\\u006fnstructor":{"prototype":{}}}}',
  ])('must not reach prototypes: %s', async (rawBody) => {
    const { status, body } = await send({ rawBody });

    expect([status, body.errors[0].type]).toEqual([422, 'forbidden_name']);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it.each(['{"constructor":"text"}', '{"prototype":1}', '{"note":"__proto__ and \\u0041"}'])(
    'can look like one of them: %s',
    async (anything) => {
      const { status, body } = await send({ rawBody: `{"name":"x","anything":${anything}}` });

      expect([status, body.said.body.anything]).toEqual([201, JSON.parse(anything)]);
    },
  );

  it('has its last value if it is repeated', async () => {
    expect((await send({ rawBody: '{"name":"first","name":"last"}' })).body.said.body).toEqual({ name: 'last' });
  });
});

describe('a number', () => {
  it.each(['1e400', `1${'0'.repeat(400)}`, '-1e999999999'])('that cannot be stored is refused: %s', async (number) => {
    const answer = await send({ rawBody: `{"name":"x","anything":${number}}` });

    expect([answer.status, badFields(answer)]).toEqual([422, ['body.anything']]);
  });
});

describe('a parameter that is not UTF-8', () => {
  it.each(['%ff', '%E2%82', '%', 'a%zz', '\ufffd', '%EF%BF%BD'])(
    'is a malformed request in a path: %s',
    async (text) => {
      const answer = await invoke(echo(), {}, { ...good, params: { thing_id: text } });

      expect([answer.status, answer.body.code]).toEqual([400, 'malformed_request']);
      expect(badFields(answer)).toEqual(['path.thing_id']);
    },
  );

  it('is a malformed request in a query, where API Gateway has replaced its bytes', async () => {
    const answer = await invoke(echo(), {}, { ...good, query: { tag: ['fine', 'caf\ufffd'] } });

    expect([answer.status, answer.body.code, badFields(answer)]).toEqual([400, 'malformed_request', ['query.tag']]);
  });

  it('is ignored if the endpoint has no such parameter', async () => {
    expect((await invoke(echo(), {}, { ...good, query: { unknown: '\ufffd' } })).status).toBe(201);
  });

  it('is accepted if it is valid UTF-8', async () => {
    const { body } = await invoke(
      echo(),
      {},
      { params: { thing_id: '%C3%A9' }, query: { tag: '🙂' }, body: good.body },
    );

    expect([body.said.params, body.said.query.tag]).toEqual([{ thing_id: 'é' }, ['🙂']]);
  });
});

const messageOf = (schema: z.ZodType, value: unknown, name = 'title') =>
  z.object({ [name]: schema }).safeParse({ [name]: value }, { error: plainMessage }).error?.issues[0]?.message;

describe('message of a field that a schema refuses', () => {
  it.each<[message: string, schema: z.ZodType, value: unknown, name?: string]>([
    ['Enter a title.', z.string().min(1), ''],
    ['Enter a title.', z.string(), undefined],
    ['Enter an API key.', z.string(), undefined, 'api_key'],
    ['Enter a sandbox ID.', z.string().min(1), '', 'sandbox_id'],
    ['Enter IDs.', z.array(z.string()), undefined, 'ids'],
    ['Must be text.', z.string(), 1],
    ['Must be a whole number.', z.int(), 1.5],
    ['Must be true or false.', z.boolean(), 'x'],
    ['Must be a list.', z.array(z.string()), {}],
    ['Must be an object.', z.object({}), 'x'],
    ['Use at least 3 characters.', z.string().min(3), 'x'],
    ['Use at most 1 character.', z.string().max(1), 'xx'],
    ['Send at least 1 item.', z.array(z.string()).min(1), []],
    ['Send at most 2 items.', z.array(z.string()).max(2), ['a', 'b', 'c']],
    ['Must be 1 or greater.', z.number().min(1), 0],
    ['Must be greater than 0.', z.number().positive(), 0],
    ['Must be 9 or less.', z.number().max(9), 10],
    ['Must be a multiple of 5.', z.number().multipleOf(5), 4],
    ['Must be one of: a, b.', z.enum(['a', 'b']), 'c'],
    ['Must be "a".', z.literal('a'), 'c'],
    ['Must be a UUID.', z.uuid(), 'x'],
    ['Must be an http or https URL with a valid host.', z.url(), 'x'],
    ['Must have the documented format.', z.string().regex(/^x$/), 'y'],
    ['Must have one of the documented forms.', z.union([z.int(), z.boolean()]), 'x'],
    ['Pick another one.', z.string().min(1, 'Pick another one.'), ''],
  ])('is "%s"', (message, schema, value, name) => expect(messageOf(schema, value, name)).toBe(message));

  it('is "Send a body." without a body', () => {
    const { error } = z.object({}).safeParse(undefined, { error: plainMessage });

    expect(error?.issues[0]?.message).toBe('Send a body.');
  });
});
