import { defineCheck, error, type Finding, ok, warning } from '../check.ts';
import type { Subject } from '../subject.ts';

/** The settings that name something of an account and a Region, with the service whose ARN it is. */
const located = ['volumeKeyArn', 'llmApiKeySecretArn', 'alarmTopicArn'] as const;

/** Whose account it is, and whether the settings mean the same one. The credentials themselves were tried before. */
export const credentials = defineCheck<null>({
  id: 'credentials',
  about: 'the account and Region of the credentials, and whether the settings name those',
  when: ['before', 'after'],
  actions: ['sts:GetCallerIdentity'],
  read: async () => null,
  judge: (_, subject) => [who(subject), ...elsewhere(subject)],
});

function who({ caller: { account, arn, region } }: Subject): Finding {
  const says = `${arn} in account ${account}, Region ${region}.`;
  if (!arn.endsWith(':root')) return ok(says);
  return warning(
    says,
    'These are the credentials of the account itself, which no policy can bound.',
    'Use a role that may deploy, for instance by `aws configure sso`.',
  );
}

function elsewhere({ settings, caller }: Subject): readonly Finding[] {
  return located.flatMap((name) => {
    const arn = settings[name];
    const [, , , region, account] = arn?.split(':') ?? [];
    if (arn === undefined || (region === caller.region && account === caller.account)) return [];
    return [
      error(
        `The setting ${name} names ${arn}.`,
        `It is of account ${account} and Region ${region}; the service there is of ${caller.account} and ${caller.region}, and cannot use it.`,
        `Set ${name} to one of this account and Region, or choose other credentials or another Region (AWS_PROFILE, AWS_REGION).`,
      ),
    ];
  });
}
