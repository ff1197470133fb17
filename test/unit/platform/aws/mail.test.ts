import { describe, expect, it } from 'vitest';
import { isMailAddress } from '../../../../shared/contract/shapes/mail-address.ts';
import { type MailMessage, SesMail } from '../../../../shared/platform/aws/mail.ts';
import type { SendEmailCommand } from '../../../../shared/platform/aws/sesv2-client.ts';

async function sent(message: Partial<MailMessage>) {
  const bodies: string[] = [];
  const ses = { send: async ({ body }: SendEmailCommand) => void bodies.push(body) };
  await new SesMail('agents@example.com', ses).send({
    to: 'ann@example.com',
    subject: 'Hello',
    text: 'Text',
    ...message,
  });
  const { Content, ...rest } = JSON.parse(bodies[0] ?? '');
  return { ...rest, subject: Content.Simple.Subject.Data, text: Content.Simple.Body.Text.Data };
}

describe('a mail', () => {
  it('goes to one address, from the address of the deployment', async () => {
    expect(await sent({})).toEqual({
      FromEmailAddress: 'agents@example.com',
      Destination: { ToAddresses: ['ann@example.com'] },
      subject: 'Hello',
      text: 'Text',
    });
  });

  it('has no line break in its subject, so no name can begin a header', async () => {
    const { subject } = await sent({ subject: 'Invitation\r\nBcc: mallory@example.com\u0000\u0085 to acme' });
    expect(subject).toBe('Invitation Bcc: mallory@example.com to acme');
  });

  it('keeps lines and tabs of the text, and no other control characters', async () => {
    const { text } = await sent({ text: 'one\r\ntwo\tthree\u001b[31m\u0007' });
    expect(text).toBe('one\ntwo\tthree[31m');
  });

  it('is bounded, whatever names it contains', async () => {
    const { subject, text } = await sent({ subject: '🙂'.repeat(500), text: 'x'.repeat(100_000) });
    expect([...subject]).toHaveLength(200);
    expect(subject.endsWith('🙂…')).toBe(true);
    expect(text).toHaveLength(20_000);
  });

  it('without subject and text says so, as SES refuses empty ones', async () => {
    expect(await sent({ subject: ' \n', text: '' })).toMatchObject({ subject: '(no subject)', text: '(no text)' });
  });

  it.each([
    'ann@example.com\r\nBcc: b@example.com',
    'a@example.com, b@example.com',
    'Ann <a@example.com>',
    '"a b"@x.com',
  ])('is not sent to %j', async (to) => {
    await expect(sent({ to })).rejects.toThrow('The receiver must be a plain mail address.');
  });
});

it.each(['ann@example.com', 'a.b+c@sub.example.co.uk', "o'hara@example.com", 'a@x-y.io'])(
  '%s is an address',
  (text) => {
    expect(isMailAddress(text)).toBe(true);
  },
);

it.each(['', 'ann', '@example.com', 'ann@localhost', 'ann@-x.com', 'ann@x..com', `${'a'.repeat(65)}@x.com`, 'ä@x.com'])(
  '%j is not an address',
  (text) => {
    expect(isMailAddress(text)).toBe(false);
  },
);
