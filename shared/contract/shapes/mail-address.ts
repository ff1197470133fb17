import * as z from 'zod';

/** One plain address: no name, comment, quotes, list or line break can be part of it. */
export const MAIL_ADDRESS =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?=.{1,253}$)(?:(?!-)[A-Za-z\d-]*[A-Za-z\d]\.)+(?!-)[A-Za-z\d-]*[A-Za-z\d]$/;

export function isMailAddress(text: string): boolean {
  return MAIL_ADDRESS.test(text);
}

export const MailAddress = z
  .string()
  .max(254)
  .regex(MAIL_ADDRESS, 'Must be a mail address such as ann@example.com, without a name and in ASCII.')
  .meta({ format: 'email', description: 'A mail address.' });
