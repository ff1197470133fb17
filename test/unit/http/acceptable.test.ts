import { describe, expect, it } from 'vitest';
import { getMigrationGuide } from '../../../shared/contract/service/service.ts';
import { implement } from '../../../shared/http/operation/operation.ts';
import { echo, good } from '../../support/http/echo.ts';
import { invoke } from '../../support/http/invoke.ts';

const asked = async (Accept: string) => (await invoke(echo(), {}, { ...good, headers: { Accept } })).status;

describe('Accept', () => {
  it.each([
    '*/*',
    '',
    'application/json',
    'Application/JSON; charset=utf-8',
    'application/*',
    'application/problem+json',
    'application/json, text/plain, */*',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'text/event-stream, application/json;q=0.1',
    'text/html, */*;q=0.001',
    'json',
    'nonsense, , ;q=1',
  ])('%j is answered', async (accept) => {
    expect(await asked(accept)).toBe(201);
  });

  it.each([
    'text/html',
    'text/*',
    'image/png, text/html;q=0.5',
    'application/json;q=0, application/problem+json;q=0',
    '*/*;q=0',
  ])('%j fits nothing', async (accept) => {
    let ran = false;
    const operation = echo(() => {
      ran = true;
      return { said: 1 };
    });

    const { status, body } = await invoke(operation, {}, { ...good, headers: { Accept: accept } });

    expect([status, body.code, ran]).toEqual([406, 'not_acceptable', false]);
    expect(body.detail).toContain('application/json');
  });

  it('for JSON is answered by a page, as clients ask for JSON with every call', async () => {
    const page = implement(getMigrationGuide, async () => '<p>');

    expect((await invoke(page, {}, { headers: { Accept: 'application/json' } })).status).toBe(200);
    expect((await invoke(page, {}, { headers: { Accept: 'text/html' } })).status).toBe(200);
    expect((await invoke(page, {}, { headers: { Accept: 'image/png' } })).status).toBe(406);
  });
});
