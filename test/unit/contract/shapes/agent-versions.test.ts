import { expect, it } from 'vitest';
import { agentVersions, isUnsupported, sealsWithBootKey } from '../../../../shared/contract/shapes/agent-versions.ts';

it('the offered release of the agent server is in the supported range, and seals after its init', () => {
  expect(isUnsupported(agentVersions.offered)).toBe(false);
  expect(sealsWithBootKey(agentVersions.offered)).toBe(false);
});

it.each([
  [agentVersions.oldest, false],
  [agentVersions.newest, false],
  ['1.50.0', false],
  ['1.43.0', true],
  ['1.9.99', true],
  ['0.99.0', true],
  ['1.58.3', true],
  ['1.100.0', true],
  ['2.0.0', true],
  // A build from a branch: nothing is known of it.
  ['main', false],
  ['1.30.0rc1', false],
  ['', false],
])('release %j of the agent server is unsupported: %j', (version, expected) => {
  expect(isUnsupported(version)).toBe(expected);
});

it.each([
  ['1.43.1', true],
  ['1.56.0', true],
  ['1.57.0', false],
  ['1.58.0', false],
  ['main', false],
])('release %j seals with the key that it was loaded with: %j', (version, expected) => {
  expect(sealsWithBootKey(version)).toBe(expected);
});
