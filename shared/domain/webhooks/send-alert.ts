import type { Mail } from '../../platform/aws/mail.ts';
import { isPassing, RefusedError } from '../../platform/aws/signed-requests.ts';
import { log } from '../../platform/log.ts';
import { addressOf } from './alert-settings.ts';
import { alertText } from './alert-text.ts';
import type { Send } from './deliver-lane.ts';
import { NoAnswerError, type ReceiverAnswer } from './http-receiver.ts';
import type { Alert } from './webhook-endpoint.ts';

export interface AlertSenders {
  readonly send: Send;
  /** Undefined where the deployment sends no mail. */
  readonly mail: Mail | undefined;
}

const accepted: ReceiverAnswer = { status: 202, retryAfter: undefined, text: null };

/**
 * Sends a message as text for people, with the outcome that a webhook would have. It names the owner, as a receiver can
 * be that of several.
 */
export function alertSender(
  ownerId: string,
  { channel, person_id: personId }: Alert,
  { send, mail }: AlertSenders,
): Send {
  return async (url, _headers, body) => {
    const { subject, text: about } = alertText(JSON.parse(body), personId !== null);
    const told = { subject, text: `${about}\n\nOwner: ${ownerId}` };
    if (channel === 'slack') {
      const text = escaped(`*${told.subject}*\n${told.text}`).slice(0, MOST_SLACK_CHARACTERS);
      return send(url, { 'content-type': 'application/json' }, JSON.stringify({ text }));
    }
    if (!mail) throw new NoAnswerError('this deployment sends no mail');
    try {
      await mail.send({ to: addressOf(url), ...told });
      return accepted;
    } catch (error) {
      if (error instanceof NoAnswerError) throw error;
      if (error instanceof RefusedError) {
        return {
          status: isPassing(error) ? 503 : 400,
          retryAfter: undefined,
          text: { text: error.name, truncated: false },
        };
      }
      // SES may have sent it: a second mail about the same cause would be wrong.
      log.warn('it is unknown whether a mail was sent', { error });
      return accepted;
    }
  };
}

const MOST_SLACK_CHARACTERS = 3_000;

/** Slack reads these three, so a title cannot mention a channel. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
