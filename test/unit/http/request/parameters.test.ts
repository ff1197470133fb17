import { describe, expect, it } from 'vitest';
import { badFields } from '../../../support/http/answers.ts';
import { echo, good } from '../../../support/http/echo.ts';
import { invoke } from '../../../support/http/invoke.ts';

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

  it('does not matter where the endpoint reads none of that name', async () => {
    expect((await invoke(echo(), {}, { ...good, query: { unknown: '\ufffd' } })).status).toBe(201);
  });

  it('is none of the others', async () => {
    const { body } = await invoke(
      echo(),
      {},
      { params: { thing_id: '%C3%A9' }, query: { tag: '🙂' }, body: good.body },
    );

    expect([body.said.params, body.said.query.tag]).toEqual([{ thing_id: 'é' }, ['🙂']]);
  });
});
