import { describe, expect, it } from 'vitest';
import { sandboxAccess } from '../../../../../infra/doctor/checks/sandbox-access.ts';
import { aSubject, levels, words } from '../../../../support/doctor/a-subject.ts';

const edge = { kind: 'prefix list', from: 'pl-3b927c52' } as const;
const router = { kind: 'security group', from: 'sg-0123456789abcdef0' } as const;
const office = { kind: 'addresses', from: '198.51.100.0/24' } as const;
const everywhere = { kind: 'addresses', from: '0.0.0.0/0' } as const;
const cloudfront = aSubject({ settings: { ingress: 'cloudfront' } });
const direct = aSubject({ settings: { ingress: 'direct' } });

describe('doctor on who reaches sandboxes', () => {
  it.each([
    ['the edge alone', cloudfront, [edge], 'ok'],
    ['the router alone', aSubject({ settings: { ingress: 'router' } }), [router], 'ok'],
    ['some addresses, where that is wanted', direct, [office], 'ok'],
    ['everywhere, where some addresses are wanted', direct, [office, everywhere], 'warning'],
    ['nothing', cloudfront, [], 'error'],
    ['the router, where the edge is wanted', cloudfront, [router], 'error'],
    ['addresses beside the edge', cloudfront, [edge, office], 'error'],
  ])('when that is %s', (_, subject, openings, level) => {
    expect(levels(sandboxAccess.judge(openings, subject))).toEqual([level]);
  });

  it('names what comes past the edge', () => {
    expect(words(sandboxAccess.judge([edge, office], cloudfront))).toContain('from 198.51.100.0/24');
  });
});
