import { describe, expect, it } from 'vitest';
import { keyStateOf } from '../../../../../console/src/pages/keys/key-columns.tsx';
import { allScopes, scopeWords } from '../../../../../console/src/pages/keys/key-request.ts';
import { defaultScopes, scopes } from '../../../../../shared/contract/shapes/scopes.ts';

describe('scopes of a key as text', () => {
  it('every scope of the contract is listed', () => {
    expect(allScopes).toEqual(scopes);
  });

  it('whole sets have a short name, other scopes are grouped by resource', () => {
    expect(scopeWords(['admin'])).toBe('Administrator: full access');
    expect(scopeWords(defaultScopes)).toBe('All scopes except admin, audit:read, and members:write');
    expect(scopeWords([...defaultScopes, 'audit:read'])).toBe('All scopes except admin and members:write');
    expect(scopeWords(['keys:read', 'keys:write', 'usage:read'])).toBe('keys: read, write · usage: read');
  });
});

describe('status of a key', () => {
  const now = new Date('2026-11-24T12:00:00.000Z');
  const [before, after] = ['2026-11-24T11:00:00.000Z', '2026-11-24T13:00:00.000Z'];
  const key = { not_before: null, expires_at: null, rotated_to: null };

  it.each([
    [{}, 'Active'],
    [{ expires_at: after }, 'Active'],
    [{ rotated_to: 'other', expires_at: after }, 'Rotated'],
    [{ rotated_to: 'other', expires_at: before }, 'Expired'],
    [{ not_before: after }, 'Not active yet'],
  ])('a key with %j is %s', (dates, word) => {
    expect(keyStateOf({ ...key, ...dates }, now).word).toBe(word);
  });
});
