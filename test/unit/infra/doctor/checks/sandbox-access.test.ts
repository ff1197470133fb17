import { describe, expect, it } from 'vitest';
import { sandboxAccess } from '../../../../../infra/doctor/checks/sandbox-access.ts';
import { aSubject, levels, words } from '../../../../support/doctor/a-subject.ts';

const edge = { kind: 'prefix list', from: 'pl-3b927c52' } as const;
const router = { kind: 'security group', from: 'sg-0123456789abcdef0' } as const;
const office = { kind: 'addresses', from: '198.51.100.0/24' } as const;
const everywhere = { kind: 'addresses', from: '0.0.0.0/0' } as const;

describe('doctor on who reaches sandboxes', () => {
  it.each([
    ['the edge alone', 'cloudfront' as const, [edge], 'ok'],
    ['the router alone', 'router' as const, [router], 'ok'],
    ['some addresses, where that is wanted', 'direct' as const, [office], 'ok'],
    ['everywhere, where some addresses are wanted', 'direct' as const, [office, everywhere], 'warning'],
    ['nothing', 'cloudfront' as const, [], 'error'],
    ['the router, where the edge is wanted', 'cloudfront' as const, [router], 'error'],
    ['addresses beside the edge', 'cloudfront' as const, [edge, office], 'error'],
  ])('when that is %s', (_, ingress, openings, level) => {
    expect(levels(sandboxAccess.judge({ ingress, openings }, aSubject()))).toEqual([level]);
  });

  it('names what comes past the edge', () => {
    expect(words(sandboxAccess.judge({ ingress: 'cloudfront', openings: [edge, office] }, aSubject()))).toContain(
      'from 198.51.100.0/24',
    );
  });
});
