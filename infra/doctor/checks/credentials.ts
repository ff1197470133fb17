import { defineCheck, error, type Finding, ok, type Subject, warning } from '../check.ts';
import { arnsIn } from '../setting-arns.ts';

/** Shows the account, and compares it with the settings. The credentials are known to be valid. */
export const credentials = defineCheck<null>({
  id: 'credentials',
  about: 'the account and Region of the credentials, and whether the settings refer to them',
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
    'These are root credentials, which no policy can restrict.',
    'Use a role with permission to deploy, for example with `aws configure sso`.',
  );
}

function elsewhere({ settings, caller }: Subject): readonly Finding[] {
  return arnsIn(settings).flatMap(({ setting, arn, region, account }) => {
    if (region === caller.region && account === caller.account) return [];
    return [
      error(
        `The setting ${setting} names ${arn}.`,
        `It is in account ${account}, Region ${region}; the deployment in ${caller.account}, ${caller.region} cannot use it.`,
        `Set ${setting} to a resource of this account and Region, or choose other credentials or another Region (AWS_PROFILE, AWS_REGION).`,
      ),
    ];
  });
}
