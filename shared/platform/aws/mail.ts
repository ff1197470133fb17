import { isMailAddress } from '../../contract/shapes/mail-address.ts';
import { sharedHandler } from './call-limits.ts';
import { SendEmailCommand, SesClient } from './sesv2-client.ts';

export interface MailMessage {
  /** One mail address. */
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

/** Sends mail from the address of the deployment. */
export interface Mail {
  /** @throws when the mail is refused (`isPassing` tells whether it can pass later), or when it is unknown */
  send(message: MailMessage): Promise<void>;
}

const MOST_SUBJECT_CHARACTERS = 200;
const MOST_TEXT_CHARACTERS = 20_000;

const CONTROLS = /\p{Cc}/gu;
const CONTROLS_IN_TEXT = /[^\P{Cc}\n\t]/gu;

/** Mail by Amazon SES. */
export class SesMail implements Mail {
  readonly #from: string;
  readonly #ses: Pick<SesClient, 'send'>;

  /** @param from the setting `mailFrom` */
  constructor(from: string, ses: Pick<SesClient, 'send'> = new SesClient(sharedHandler)) {
    this.#from = from;
    this.#ses = ses;
  }

  async send({ to, subject, text }: MailMessage): Promise<void> {
    if (!isMailAddress(to)) throw new Error('The receiver must be a plain mail address.');
    await this.#ses.send(new SendEmailCommand({ from: this.#from, to, subject: lineOf(subject), text: textOf(text) }));
  }
}

/** Subjects contain names that users chose. A line break in them would begin a header. */
function lineOf(subject: string): string {
  const line = subject.replaceAll(CONTROLS, ' ').replaceAll(/\s+/g, ' ').trim();
  return shortened(line, MOST_SUBJECT_CHARACTERS) || '(no subject)';
}

function textOf(text: string): string {
  const plain = text.replaceAll(/\r\n?/g, '\n').replaceAll(CONTROLS_IN_TEXT, '');
  return shortened(plain, MOST_TEXT_CHARACTERS) || '(no text)';
}

function shortened(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}
