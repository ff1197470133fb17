import { type DeployedStack, STACK_ACTIONS } from '../account/stacks.ts';
import { defineCheck, error, type Finding, ok, type Subject, warning } from '../check.ts';

/** The suffixes of the required stacks. */
const NEEDED = ['data', 'api'] as const;

const DONE = /^(CREATE|UPDATE|IMPORT)_COMPLETE$/;

export const stacks = defineCheck<readonly DeployedStack[]>({
  id: 'stacks',
  about: 'whether the stacks exist and are complete',
  when: ['before', 'after'],
  actions: STACK_ACTIONS,
  read: async (account) => (await account.stacks()).stacks,
  judge(found, subject) {
    if (found.length === 0 && subject.when === 'before')
      return [ok('There is no stack yet: this is the first deployment.')];
    const findings = [...missing(found, subject), ...found.flatMap(stateOf)];
    return findings.length > 0 ? findings : [ok(`All ${found.length} stacks are complete.`)];
  },
});

function missing(found: readonly DeployedStack[], { when, deployment, caller }: Subject): readonly Finding[] {
  if (when === 'before') return [];
  return NEEDED.map((part) => `${deployment}-${part}`)
    .filter((name) => !found.some((stack) => stack.name === name))
    .map((name) =>
      error(
        `There is no stack ${name} in account ${caller.account}, Region ${caller.region}.`,
        'The service is not deployed there, or under another name.',
        'Name the deployment (`--stack`), choose other credentials or another Region (AWS_PROFILE, AWS_REGION), or deploy.',
      ),
    );
}

function stateOf({ name, status }: DeployedStack): readonly Finding[] {
  if (DONE.test(status)) return [];
  return [
    warning(
      `Stack ${name} is ${status}.`,
      'Its last deployment is not complete.',
      `Read its events (\`npx cdk diagnose ${name}\`), fix the cause and deploy.`,
    ),
  ];
}
