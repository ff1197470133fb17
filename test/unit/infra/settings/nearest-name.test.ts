import { describe, expect, it } from 'vitest';
import { nearestName } from '../../../../infra/settings/unknown-settings.ts';

const names = ['stage', 'name', 'specs', 'sandboxLimit', 'requestsPerMinute', 'requestsPerSecond'];

describe('the nearest name', () => {
  it.each([
    ['sandboxlimit', 'sandboxLimit'],
    ['SANDBOX_LIMIT', 'sandboxLimit'],
    ['sanboxLimt', 'sandboxLimit'],
    ['stgae', 'stage'],
    ['spec', 'specs'],
    ['requestPerMinutes', 'requestsPerMinute'],
    ['requestsPerSecnd', 'requestsPerSecond'],
  ])('of %s is %s', (given, nearest) => {
    expect(nearestName(given, names)).toBe(nearest);
  });

  it.each(['region', 'gtsae', 'sandbox', 'n', ''])('of %j does not exist: it is another word', (given) => {
    expect(nearestName(given, names)).toBeUndefined();
  });
});
