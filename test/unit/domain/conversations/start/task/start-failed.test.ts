import { describe, expect, it } from 'vitest';
import { errorText, StartFailedError } from '../../../../../../shared/domain/conversations/start/task/start-failed.ts';

const detailOf = (text: string, secrets: readonly string[], keep: 'beginning' | 'end' = 'beginning') =>
  errorText(new StartFailedError('It failed:', { text, keep }), secrets);

describe('error message of a start', () => {
  it('contains no secret: neither plain, nor in an address, nor as a bearer token', () => {
    const secrets = ['hunter2/token', 'Bearer mcp-secret'];

    expect(detailOf('a hunter2/token b hunter2%2Ftoken c mcp-secret', secrets)).toBe(
      'It failed: a ********** b ********** c **********',
    );
  });

  it('contains no secret in a JSON escape or split into lines', () => {
    const secrets = ['-----BEGIN KEY-----\nfirst "half"\r\nsecond half', 'first "half" of it'];
    const echoes = [JSON.stringify({ input: secrets }), `input: 'first "half"\\\\nsecond half', 'first "half" of it'`];

    for (const echo of echoes)
      for (const part of ['half', 'BEGIN', 'of it']) expect(detailOf(echo, secrets)).not.toContain(part);
  });

  it('contains no path of the machine', () => {
    expect(detailOf("could not create '/home/ann/state/volumes/v1/project'", [])).toBe(
      "It failed: could not create '…/project'",
    );
  });

  it('keeps words that are too short to be a secret', () => {
    expect(detailOf('stdio', ['stdio'])).toBe('It failed: stdio');
  });

  it('is shortened after its secrets were removed', () => {
    const text = `${'x'.repeat(1_995)}hunter2-token${'y'.repeat(1_995)}`;

    for (const keep of ['beginning', 'end'] as const) {
      const detail = detailOf(text, ['hunter2-token'], keep);
      expect(detail.length).toBeLessThan(2_100);
      expect(detail).not.toMatch(/hunt|token/);
    }
  });
});
