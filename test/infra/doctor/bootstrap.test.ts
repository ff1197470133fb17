import { describe, expect, it } from 'vitest';
import { NEEDED_VERSION } from '../../../infra/doctor/checks/bootstrap.ts';
import { production } from '../synthesis.ts';

describe('the bootstrap version that doctor asks for', () => {
  it('is that of the assembly', () => {
    const wanted = production().artifacts.flatMap(({ properties }) => {
      const version = Object(properties).requiresBootstrapStackVersion;
      return version === undefined ? [] : [version];
    });

    expect(Math.max(...wanted)).toBe(NEEDED_VERSION);
  });
});
