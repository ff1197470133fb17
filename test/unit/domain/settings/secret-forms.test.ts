import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSecret } from '../../../../shared/contract/settings/secrets.ts';
import { StartRequest } from '../../../../shared/contract/shapes/start-request.ts';
import { redacted } from '../../../../shared/domain/sandboxes/agent/foreign-text.ts';
import { partlyHidden, partsToHide } from '../../../../shared/domain/settings/secrets/secret-forms.ts';
import { cpuTimeOf } from '../../../support/cpu-time.ts';

const line = (n: number) => `MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQDLu${n}/AbCdEfGh+`;
const lines = [1, 2, 3].map(line);
const pem = ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----'].join('\n');

/** As agent servers hide secrets: whole values, one after the other. */
function hidden(output: string, secrets: ReadonlyMap<string, string>): string {
  const values = [...secrets.values(), ...partsToHide(secrets).map(({ value }) => value)];
  return values.reduce((text, value) => text.replaceAll(value, '<secret-hidden>'), output);
}

describe('the value of a secret', () => {
  const kept = (value: string) => {
    const { body } = createSecret;
    return body?.safeParse({ name: 'PEM_KEY', value });
  };

  it.each([
    ['a key pasted from a file', `${pem}\n`, pem],
    ['a key from Windows', `${pem.replaceAll('\n', '\r\n')}\r\n\r\n`, pem],
    ['line breaks before and within', '\na\n\nb', '\na\n\nb'],
    ['blanks at its end', 'a b ', 'a b '],
  ])('is kept as programs print it: %s', (_, sent, value) => {
    expect(kept(sent)?.data).toMatchObject({ value });
    expect(StartRequest.parse({ secrets: { PEM_KEY: sent } }).secrets).toEqual({ PEM_KEY: value });
  });

  it('is refused without anything but line breaks, and bounded in time', () => {
    expect(kept('\r\n\n')?.error?.issues).toMatchObject([
      { path: ['value'], message: expect.stringContaining('line') },
    ]);
    expect(cpuTimeOf(() => kept(`${'\n'.repeat(31_990)}x`))).toBeLessThan(500);
  });
});

describe('an output of an agent', () => {
  const account = JSON.stringify({ type: 'service_account', private_key: `${pem}\n`, client_id: '12' }, null, 2);

  it.each([
    ['the value', pem, pem],
    ['the value and a line break', pem, `${pem}\n`],
    ['its first lines', pem, pem.split('\n').slice(0, 2).join('\n')],
    ['one line, indented', pem, `    ${lines[1]}`],
    ['its form in JSON', pem, JSON.stringify({ key: `${pem}\n` })],
    ['its form in a URL', pem, encodeURIComponent(pem)],
    ['a key within a JSON file', account, pem],
    ['that JSON file in one line', account, JSON.stringify(JSON.parse(account))],
  ])('hides %s', (_, secret, output) => {
    expect(hidden(output, new Map([['PEM_KEY', secret]]))).not.toMatch(/MIIEv|QEFAASC/);
  });

  it('hides a password in the URL of a repository and in JSON', () => {
    const password = 'p@ss/w"ord-1';
    const outputs = [`https://me:${encodeURIComponent(password)}@git.example`, JSON.stringify([password])];

    for (const output of outputs) expect(hidden(output, new Map([['PASSWORD', password]]))).not.toMatch(/ss.*ord/);
  });

  it('keeps the words of a configuration', () => {
    const parts = partsToHide(new Map([['CONFIG', 'production:\n  user: bob\n  password: hunter2-hunter2\n']]));

    const values = parts.map(({ value }) => value);
    expect(values).toContain('password: hunter2-hunter2');
    for (const word of ['production:', 'user: bob']) expect(values).not.toContain(word);
  });

  it('needs no further parts for a token, and has few of long secrets', () => {
    const long = Array.from({ length: 500 }, (_, n) => `line number ${n} of a long secret`).join('\n');

    expect(partsToHide(new Map([['TOKEN', 'ghp_0123456789abcdef']]))).toEqual([]);
    expect(partsToHide(new Map([['LONG', long]]))).toHaveLength(100);
  });

  it('hides lines of each secret, however long others are, and names those that it hides in part', () => {
    const rows = (name: string, count: number) =>
      Array.from({ length: count }, (_, n) => `a line of ${name} with the number ${n}`).join('\n');
    const secrets = new Map([
      ...Array.from({ length: 40 }, (_, n): [string, string] => [`LONG_${n}`, rows(`${n}`, 120)]),
      ['KEY', rows('KEY', 1)],
      ['PAIR', rows('PAIR', 2)],
    ]);

    const names = partsToHide(secrets).map(({ name }) => name);

    expect(names.length).toBeLessThanOrEqual(100);
    for (const name of secrets.keys()) expect(names).toContain(`${name} (part 1)`);
    expect(partlyHidden(secrets)).not.toContain('KEY');
    expect(partlyHidden(secrets)).toContain('LONG_7');
    expect(partlyHidden(new Map([['KEY', rows('KEY', 50)]]))).toEqual([]);
  });

  it('shows no long line of any secret, in whatever order it is printed', () => {
    const key = fc.stringMatching(/^[A-Za-z0-9+/"\\ ]{24,60}$/).filter((text) => text.trim().length >= 20);
    fc.assert(
      fc.property(fc.array(key, { minLength: 1, maxLength: 8 }), fc.boolean(), (rows, asJson) => {
        const printed = rows.toReversed().join('\n');
        const output = hidden(asJson ? JSON.stringify(printed) : printed, new Map([['KEY', rows.join('\n')]]));
        for (const row of rows) expect(output).not.toContain(row.trim());
      }),
    );
  });
});

describe('an error', () => {
  it('shows no secret in base64, with or without a line break', () => {
    for (const printed of ['hunter2-token-5', 'hunter2-token-5\n'])
      expect(redacted(Buffer.from(printed).toString('base64'), ['hunter2-token-5'])).not.toMatch(/aHVu|dG9r/);
  });
});
