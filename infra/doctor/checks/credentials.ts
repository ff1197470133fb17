import { defineCheck, error, type Finding, ok, type Subject, warning } from '../check.ts';
import { arnsIn } from '../setting-arns.ts';

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
  return arnsIn(settings).flatMap(({ setting, arn, region, account }) => {
    if (region === caller.region && account === caller.account) return [];
    return [
      error(
        `The setting ${setting} names ${arn}.`,
        `It is of account ${account} and Region ${region}; the deployment is of ${caller.account} and ${caller.region}, and cannot use it.`,
        `Set ${setting} to one of this account and Region, or choose other credentials or another Region (AWS_PROFILE, AWS_REGION).`,
      ),
    ];
  });
}
