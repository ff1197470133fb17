import { expect, it } from 'vitest';
import { outcomeLook } from '../../../../../console/src/pages/audit/entry-dialog.tsx';

it.each([
  [201, 'success', 'Success'],
  [403, 'refused', 'Denied'],
  [422, 'refused', 'Invalid'],
  [400, 'refused', 'Invalid'],
  [404, 'refused', 'Rejected'],
  [429, 'refused', 'Rejected'],
  [500, 'failed', 'Failed'],
] as const)('a response with status %i is shown as %s: %s', (status, outcome, word) => {
  const request = { id: 'r', source_ip: null, user_agent: null, method: null, path: null, status, code: null };
  expect(outcomeLook({ outcome, request }).word).toBe(word);
});

it('an action of an operator, without a request, is a success', () => {
  expect(outcomeLook({ outcome: 'success', request: null }).word).toBe('Success');
});
