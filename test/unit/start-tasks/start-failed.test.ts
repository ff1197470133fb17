import { describe, expect, it } from 'vitest';
import { StartFailedError, toldOf } from '../../../shared/start-tasks/start-failed.ts';

const told = (text: string, secrets: readonly string[], keep: 'beginning' | 'end' = 'beginning') =>
  toldOf(new StartFailedError('It failed:', { text, keep }), secrets);

describe('what an error tells', () => {
  it('repeats no secret: as it is, in an address, as a bearer token', () => {
    const secrets = ['hunter2/token', 'Bearer mcp-secret'];

    expect(told('a hunter2/token b hunter2%2Ftoken c mcp-secret', secrets)).toBe(
      'It failed: a ********** b ********** c **********',
    );
  });

  it('repeats no secret that JSON writes in another way, or that comes line by line', () => {
    const secrets = ['-----BEGIN KEY-----\nfirst "half"\r\nsecond half', 'first "half" of it'];
    const echoes = [JSON.stringify({ input: secrets }), `input: 'first "half"\\\\nsecond half', 'first "half" of it'`];

    for (const echo of echoes)
      for (const part of ['half', 'BEGIN', 'of it']) expect(told(echo, secrets)).not.toContain(part);
  });

  it('keeps words that are too short to be a secret', () => {
    expect(told('stdio', ['stdio'])).toBe('It failed: stdio');
  });

  it('is short, and was shortened when the secrets were out of it', () => {
    const text = `${'x'.repeat(1_995)}hunter2-token${'y'.repeat(1_995)}`;

    for (const keep of ['beginning', 'end'] as const) {
      const detail = told(text, ['hunter2-token'], keep);
      expect(detail.length).toBeLessThan(2_100);
      expect(detail).not.toMatch(/hunt|token/);
    }
  });
});
