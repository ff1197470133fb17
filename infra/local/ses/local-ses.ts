import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import type { AccountFacts } from '../account/account-state.ts';
import { AwsError } from '../aws/aws-error.ts';
import { writeStateFile } from '../state/state-file.ts';

const Text = z.object({ Data: z.string(), Charset: z.literal('UTF-8') });
const SendEmail = z.object({
  FromEmailAddress: z.string(),
  Destination: z.object({ ToAddresses: z.array(z.string()).length(1) }),
  Content: z.object({ Simple: z.object({ Subject: Text, Body: z.object({ Text }) }) }),
});

type Facts = Pick<AccountFacts, 'mail_identities' | 'mail_sandbox'>;

interface Options {
  /** Gets one file for each mail. */
  readonly folder: string;
  readonly facts: () => Facts;
  readonly log: (line: string) => void;
}

/** SES, which delivers no mail but keeps it in files. */
export class LocalSes {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** @throws AwsError as SES would return it */
  async handle(operation: string, input: Readonly<Record<string, unknown>>): Promise<object> {
    const facts = this.#options.facts();
    switch (operation) {
      case 'SendEmail':
        return this.#deliver(input, facts);
      case 'GetAccount':
        return { ProductionAccessEnabled: !facts.mail_sandbox, SendingEnabled: true, EnforcementStatus: 'HEALTHY' };
      case 'GetEmailIdentity':
        return identityOf(String(input.EmailIdentity), facts);
      default:
        throw new AwsError('BadRequestException', `${operation} is not available locally.`);
    }
  }

  async #deliver(input: unknown, facts: Facts): Promise<object> {
    const mail = SendEmail.safeParse(input).data;
    if (!mail) throw new AwsError('BadRequestException', 'The local SES sends plain text to one address.');
    const { FromEmailAddress: from, Destination, Content } = mail;
    const [to = ''] = Destination.ToAddresses;
    const unverified = [from, ...(facts.mail_sandbox ? [to] : [])].find((address) => !isVerified(address, facts));
    if (unverified !== undefined) {
      const reason = `Email address is not verified. The following identities failed the check: ${unverified}`;
      throw new AwsError('MessageRejected', reason);
    }
    const { Subject, Body } = Content.Simple;
    const id = randomUUID();
    const time = new Date().toISOString();
    const content = `Date: ${time}\nFrom: ${from}\nTo: ${to}\nSubject: ${Subject.Data}\n\n${Body.Text.Data}\n`;
    const file = join(this.#options.folder, `${time.replaceAll(':', '-')}-${id}.txt`);
    await writeStateFile(file, content);
    this.#options.log(`to ${to}: ${Subject.Data} (${file})`);
    return { MessageId: id };
  }
}

function identityOf(name: string, { mail_identities: verified }: Facts): object {
  if (verified !== null && !verified.includes(name)) {
    throw new AwsError('NotFoundException', `Email identity ${name} does not exist.`, 404);
  }
  const IdentityType = name.includes('@') ? 'EMAIL_ADDRESS' : 'DOMAIN';
  return { IdentityType, VerifiedForSendingStatus: true, VerificationStatus: 'SUCCESS' };
}

function isVerified(address: string, { mail_identities: verified }: Facts): boolean {
  return verified === null || verified.includes(address) || verified.includes(address.split('@').at(-1) ?? '');
}
