import { GetAccountCommand, GetEmailIdentityCommand, NotFoundException, type SESv2Client } from '@aws-sdk/client-sesv2';
import { defineCheck, error, type Finding, ok, okIf } from '../check.ts';

interface Identity {
  readonly name: string;
  readonly isVerified: boolean;
}

interface Facts {
  /** The sender's address and its domain, as far as SES knows them. */
  readonly identities: readonly Identity[];
  /** Whether SES sends to every address, and not only to verified ones. */
  readonly isInProduction: boolean;
  readonly isEnabled: boolean;
}

export const mail = defineCheck<Facts | undefined>({
  id: 'mail',
  about: 'whether SES has verified the sender that `mailFrom` names, and sends to everybody',
  when: ['before', 'after'],
  actions: ['ses:GetEmailIdentity', 'ses:GetAccount'],
  async read({ ses }, { settings: { mailFrom } }) {
    if (mailFrom === undefined) return undefined;
    const names = [mailFrom, mailFrom.split('@').at(-1) ?? ''];
    const [account, ...found] = await Promise.all([
      ses.send(new GetAccountCommand({})),
      ...names.map((name) => find(ses, name)),
    ]);
    const { ProductionAccessEnabled: isInProduction = false, SendingEnabled: isEnabled = false } = account;
    return { identities: found.filter((identity) => identity !== undefined), isInProduction, isEnabled };
  },
  judge(facts, { settings: { mailFrom = '' }, caller: { region } }) {
    if (!facts) return [ok('The service sends no mail, as mailFrom is not set.')];
    return [sender(facts, mailFrom, region), ...receivers(facts)];
  },
});

async function find(ses: SESv2Client, EmailIdentity: string): Promise<Identity | undefined> {
  try {
    const { VerifiedForSendingStatus } = await ses.send(new GetEmailIdentityCommand({ EmailIdentity }));
    return { name: EmailIdentity, isVerified: VerifiedForSendingStatus === true };
  } catch (error) {
    if (error instanceof NotFoundException) return undefined;
    throw error;
  }
}

function sender({ identities }: Facts, mailFrom: string, region: string): Finding {
  const verified = identities.find(({ isVerified }) => isVerified);
  if (verified) return ok(`SES has verified ${verified.name}, from which the service sends mail.`);
  const says =
    identities.length === 0 ? `SES does not know ${mailFrom} or its domain` : `SES has not verified ${mailFrom}`;
  return error(
    `${says} in ${region}.`,
    'No invitation and no alert arrives by mail.',
    'Create an identity for the address or its domain in SES, and verify it (docs/deploy.md, Mail).',
  );
}

function receivers({ isInProduction, isEnabled }: Facts): readonly Finding[] {
  return [
    okIf(
      isInProduction,
      isInProduction
        ? 'SES sends to every address.'
        : 'The account is in the sandbox of SES, which only sends to verified addresses.',
      'Mail to others is refused.',
      'Request production access in the console of SES.',
    ),
    ...(isEnabled
      ? []
      : [
          error(
            'SES has paused sending for the account.',
            'No mail arrives.',
            'See the account dashboard of SES for the reason.',
          ),
        ]),
  ];
}
