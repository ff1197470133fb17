import { describe, expect, it } from 'vitest';
import { mail } from '../../../../../infra/doctor/checks/mail.ts';
import { aSubject, levels, words } from '../../../../support/doctor/a-subject.ts';

const subject = aSubject({ settings: { mailFrom: 'agents@example.com' } });
const verified = { identities: [{ name: 'example.com', isVerified: true }], isInProduction: true, isEnabled: true };

describe('doctor on mail', () => {
  it('says that a service without a sender sends none', () => {
    const found = mail.judge(undefined, aSubject());
    expect(levels(found)).toEqual(['ok']);
    expect(words(found)).toContain('mailFrom is not set');
  });

  it('is content with a verified domain', () => {
    expect(levels(mail.judge(verified, subject))).toEqual(['ok', 'ok']);
  });

  it.each([
    [[], 'SES does not know agents@example.com or its domain in eu-west-1'],
    [[{ name: 'example.com', isVerified: false }], 'SES has not verified agents@example.com in eu-west-1'],
  ])('finds that no identity is verified: %j', (identities, says) => {
    const found = mail.judge({ ...verified, identities }, subject);
    expect(levels(found)).toEqual(['error', 'ok']);
    expect(words(found)).toContain(says);
  });

  it('warns of the sandbox of SES, and finds that sending is paused', () => {
    expect(levels(mail.judge({ ...verified, isInProduction: false }, subject))).toEqual(['ok', 'warning']);
    expect(levels(mail.judge({ ...verified, isEnabled: false }, subject))).toEqual(['ok', 'ok', 'error']);
  });
});
