import { describe, expect, it } from 'vitest';
import { ingress } from '../../../../../infra/doctor/checks/ingress.ts';
import { aSubject, levels, words } from '../../../../support/doctor/a-subject.ts';

const isCloudFront = true;
const healthy = {
  address: 'https://d1.cloudfront.net/{label}',
  toNoLabel: { status: 404, code: 'not_found', isCloudFront },
  toUnsigned: { status: 403, code: 'sandbox_address_invalid', isCloudFront },
};

describe('doctor on the ingress', () => {
  it('is content with an edge that answers and refuses what was not signed', () => {
    const found = ingress.judge(healthy, aSubject());

    expect(levels(found)).toEqual(['ok']);
    expect(words(found)).toContain(healthy.address);
  });

  it('warns where sandboxes are reached directly', () => {
    const found = ingress.judge({ ...healthy, address: null }, aSubject());

    expect(levels(found)).toEqual(['warning']);
    expect(words(found)).toContain('Set `ingress` to cloudfront');
  });

  it.each([
    ['nothing answers', 'getaddrinfo ENOTFOUND doctor.sandboxes.example.com', 'there was no answer (getaddrinfo'],
    [
      'something else answers',
      { status: 404, code: undefined, isCloudFront },
      'the answer was 404 without a problem detail',
    ],
    ['the function fails', { status: 503, code: undefined, isCloudFront }, 'the answer was 503 without'],
  ])('finds that %s', (_, toNoLabel, said) => {
    const found = ingress.judge({ ...healthy, toNoLabel }, aSubject());

    expect(levels(found)).toEqual(['error']);
    expect(words(found)).toContain(said);
  });

  it('finds an edge without keys, and says how to install them', () => {
    const found = ingress.judge(
      { ...healthy, toUnsigned: { status: 503, code: 'unavailable', isCloudFront } },
      aSubject(),
    );

    expect(levels(found)).toEqual(['error']);
    expect(words(found)).toContain('npm run keys -- rotate-ingress --stack agent-conversations-prod');
  });

  it.each([
    { status: 200, code: undefined, isCloudFront },
    { status: 502, code: 'sandbox_moved', isCloudFront },
    { status: 403, code: undefined, isCloudFront },
    'reset',
  ])('finds an edge that answers %j to a label that was not signed', (toUnsigned) => {
    expect(levels(ingress.judge({ ...healthy, toUnsigned }, aSubject()))).toEqual(['error']);
  });
});
