import { expect, it } from 'vitest';
import { agentOf } from '../../../shared/presentation/agents.ts';

it.each([
  ['reference', 'Reference agent', true],
  ['openhands', 'OpenHands agent', false],
  ['openhands-local', 'OpenHands agent', false],
  ['openhands-x86', 'OpenHands agent', false],
  ['own.rust', 'own.rust', false],
  ['openhandsome', 'openhandsome', false],
])('the agent of the spec %s is %s', (spec, name, isSimulated) => {
  expect(agentOf(spec)).toEqual({ name, isSimulated });
});
