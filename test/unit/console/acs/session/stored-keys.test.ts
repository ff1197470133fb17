import { expect, it } from 'vitest';
import { droppedKeys, storedWith } from '../../../../../console/acs/session/person-login.ts';

const ann = { apiKey: 'ann-b', person: 'ann', owner: 'b', memberships: ['a', 'b'] };
const before = {
  api_key: 'ann-a',
  owner: 'a',
  person: 'ann',
  others: { gone: 'ann-gone' },
  memberships: ['a', 'gone'],
};

it('a sign-in keeps the keys of the same person for the other owners, and drops those of owners they left', () => {
  const stored = storedWith(ann, before);

  expect(stored).toMatchObject({ api_key: 'ann-b', owner: 'b', person: 'ann', others: { a: 'ann-a' } });
  expect(droppedKeys(before, stored)).toEqual(['ann-gone']);
});

it('a sign-in for the same owner replaces its key', () => {
  const stored = storedWith({ ...ann, apiKey: 'ann-a2', owner: 'a' }, before);

  expect(droppedKeys(before, stored)).toEqual(['ann-a', 'ann-gone']);
});

it('another person gets none of the keys from before', () => {
  const stored = storedWith({ ...ann, apiKey: 'bob-b', person: 'bob' }, before);

  expect(stored.others).toEqual({});
  expect(droppedKeys(before, stored)).toEqual(['ann-a', 'ann-gone']);
});

it('a key that was entered is not dropped by a sign-in: it can be in use elsewhere', () => {
  expect(droppedKeys({ api_key: 'entered' }, storedWith(ann, { api_key: 'entered' }))).toEqual([]);
});
