import { describe, expect, it } from 'vitest';
import { runtimeEnds, versions } from '../../../../../infra/doctor/checks/versions.ts';
import { aSubject, levels, words } from '../../../../support/doctor/a-subject.ts';

const address = 'https://api.example.com/prod';
const found = { deployed: '1.2.3', address, runtimes: ['nodejs24.x'] };

describe('doctor on versions', () => {
  it('is content when the deployed one is that of the checkout', () => {
    expect(levels(versions.judge(found, aSubject()))).toEqual(['ok', 'ok']);
  });

  it('warns when it is another one', () => {
    expect(words(versions.judge({ ...found, deployed: '1.2.2' }, aSubject()))).toContain(
      'Version 1.2.2 is deployed; this checkout is 1.2.3',
    );
  });

  it('finds a service that does not answer', () => {
    expect(levels(versions.judge({ ...found, deployed: null }, aSubject()))).toEqual(['error', 'ok']);
  });

  it.each([
    ['long before its end', -365, 'ok'],
    ['shortly before its end', -30, 'warning'],
    ['after its end', 1, 'error'],
  ])('judges a runtime %s', (_, days, level) => {
    const now = new Date(Date.parse(runtimeEnds['nodejs24.x'] ?? '') + days * 86_400_000);

    expect(levels(versions.judge(found, aSubject({ now })))).toEqual(['ok', level]);
  });

  it('warns of a runtime whose end is not known', () => {
    expect(levels(versions.judge({ ...found, runtimes: ['nodejs99.x'] }, aSubject()))).toEqual(['ok', 'warning']);
  });
});
