import { describe, expect, it } from 'vitest';
import { bootstrap, NEEDED_VERSION } from '../../../../../infra/doctor/checks/bootstrap.ts';
import { aSubject, levels, words } from '../../../../support/doctor/a-subject.ts';

describe('doctor on the bootstrap of the CDK', () => {
  it('is content with the version that is needed', () => {
    expect(levels(bootstrap.judge(NEEDED_VERSION, aSubject()))).toEqual(['ok']);
  });

  it.each([
    ['is missing', undefined, 'is not bootstrapped'],
    ['is too old', NEEDED_VERSION - 1, `has version ${NEEDED_VERSION - 1}`],
  ])('says how to make it when it %s', (_, version, says) => {
    const found = bootstrap.judge(version, aSubject());

    expect(levels(found)).toEqual(['error']);
    expect(words(found)).toContain(says);
    expect(words(found)).toContain('npx cdk bootstrap aws://123456789012/eu-west-1');
  });
});
