import type { MailMessage } from '../../platform/aws/mail.ts';
import { timestamp } from '../../platform/clock.ts';

/** Mails to one receiver in an hour: a loop of failing starts must fill no mailbox. */
const MOST = 60;

/** The mails to a receiver in an hour. */
export interface MailsOfHour {
  /** In UTC, as `2026-11-21T20`. */
  readonly hour: string;
  readonly count: number;
}

const LAST = 'More alerts of this hour are not sent by mail.';

/** @returns the count with one more mail, and that mail; undefined for one too many */
export function oneMore(
  sent: MailsOfHour | null | undefined,
  message: MailMessage,
  now: Date,
): { readonly mails: MailsOfHour; readonly message: MailMessage } | undefined {
  const hour = timestamp(now).slice(0, 13);
  const count = (sent?.hour === hour ? sent.count : 0) + 1;
  if (count > MOST) return undefined;
  return {
    mails: { hour, count },
    message: count === MOST ? { ...message, text: `${message.text}\n\n${LAST}` } : message,
  };
}
