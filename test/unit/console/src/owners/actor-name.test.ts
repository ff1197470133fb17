import { expect, it } from 'vitest';
import { actorName } from '../../../../../console/src/pages/owners/actor-name.ts';

it('names a person, an API key and the command line as who changed an owner', () => {
  const ada = 'bc519a82-48c6-8bac-b70f-9004b2532055';

  expect(actorName(ada)).toBe(`Person ${ada}`);
  expect(actorName('4fK2a8Qm1Zx9')).toBe('Key 4fK2a8Qm1Zx9');
  expect(actorName('operator')).toBe('Operator');
  expect(actorName(null)).toBe('Unknown');
});
