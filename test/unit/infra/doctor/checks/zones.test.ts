import { describe, expect, it } from 'vitest';
import { zones } from '../../../../../infra/doctor/checks/zones.ts';
import { aSubject, levels, words } from '../../../../support/doctor/a-subject.ts';

const region = [
  { name: 'us-east-1a', id: 'use1-az3' },
  { name: 'us-east-1b', id: 'use1-az1' },
  { name: 'us-east-1c', id: 'use1-az2' },
];
const named = (...availabilityZones: string[]) => aSubject({ when: 'before', settings: { availabilityZones } });

describe('doctor on zones', () => {
  it('is content with named zones that have volumes', () => {
    expect(levels(zones.judge({ region, used: null }, named('use1-az1', 'use1-az2')))).toEqual(['ok']);
  });

  it('finds that a zone is named in which Fargate has no volumes', () => {
    const found = zones.judge({ region, used: null }, named('use1-az3', 'use1-az1'));

    expect(levels(found)).toEqual(['error']);
    expect(words(found)).toContain('us-east-1a (use1-az3)');
    expect(words(found)).toContain('us-east-1b (use1-az1), us-east-1c (use1-az2)');
  });

  it('finds a zone that the Region does not have', () => {
    expect(words(zones.judge({ region, used: null }, named('use1-az1', 'use1-az8')))).toContain('names use1-az8');
  });

  it('judges the zones in which the subnets are, once there are some', () => {
    expect(levels(zones.judge({ region, used: region }, aSubject()))).toEqual(['error']);
    expect(levels(zones.judge({ region, used: region.slice(1) }, aSubject()))).toEqual(['ok']);
  });

  it('has nothing to say when neither names a zone', () => {
    expect(levels(zones.judge({ region, used: null }, aSubject({ when: 'before' })))).toEqual(['ok']);
  });
});
