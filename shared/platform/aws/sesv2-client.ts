import type { NodeHttpHandler } from '@smithy/node-http-handler';
import { configuredEndpoint } from './json-rpc/endpoint.ts';
import { SignedRequests } from './signed-requests.ts';

interface PlainMail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** A mail of plain text to one address. Named as in the SDK. */
export class SendEmailCommand {
  readonly path = '/v2/email/outbound-emails';
  readonly body: string;

  constructor({ from, to, subject, text }: PlainMail) {
    this.body = JSON.stringify({
      FromEmailAddress: from,
      Destination: { ToAddresses: [to] },
      Content: { Simple: { Subject: inUtf8(subject), Body: { Text: inUtf8(text) } } },
    });
  }
}

function inUtf8(Data: string): { readonly Data: string; readonly Charset: 'UTF-8' } {
  return { Data, Charset: 'UTF-8' };
}

/** Sends mail by Amazon SES. Nothing is repeated: SES does not recognise a repetition. */
export class SesClient {
  readonly #ses: SignedRequests;

  constructor(handler: Pick<NodeHttpHandler, 'handle'>, endpoint = configuredEndpoint('ses')) {
    this.#ses = new SignedRequests('ses', handler, endpoint);
  }

  /** @throws RefusedError; an error of the connection */
  async send({ path, body }: SendEmailCommand): Promise<void> {
    await this.#ses.send({ method: 'POST', path, headers: { 'content-type': 'application/json' }, body });
  }
}
