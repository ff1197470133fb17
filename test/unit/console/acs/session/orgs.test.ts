import { expect, test } from 'vitest';
import { switchedTo } from '../../../../../console/acs/commands/orgs.ts';

const stored = { api_key: 'key-a', owner: 'a', others: { b: 'key-b' }, memberships: ['a', 'b', 'c'] };

test('a switch uses the stored key of the other owner, and keeps that of the first', () => {
  expect(switchedTo('b', stored)).toEqual({ ...stored, api_key: 'key-b', owner: 'b', others: { a: 'key-a' } });
  expect(switchedTo('a', stored)).toBe(stored);
});

test('a switch to an owner without a key needs a sign-in', () => {
  expect(switchedTo('c', stored)).toBeUndefined();
  expect(switchedTo('b', { api_key: 'entered' })).toBeUndefined();
});
