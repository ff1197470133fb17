import { type DeployedStack, STACK_ACTIONS } from '../account/stacks.ts';
import { defineCheck, error, type Finding, ok, type Subject, warning } from '../check.ts';

/** The stacks without which nothing works, by the ends of their names. */
const NEEDED = ['data', 'api'] as const;

const DONE = /^(CREATE|UPDATE|IMPORT)_COMPLETE$/;
const ROLLED_BACK = /^(UPDATE|IMPORT)_ROLLBACK_COMPLETE$/;

export const stacks = defineCheck<readonly DeployedStack[]>({
  id: 'stacks',
  about: 'whether the stacks exist, and whether CloudFormation can update them',
  when: ['before', 'after'],
  actions: STACK_ACTIONS,
  read: async (account) => (await account.stacks()).stacks,
  judge(found, subject) {
    if (found.length === 0 && subject.when === 'before')
      return [ok('There is no stack yet: this is a first deployment.')];
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
  const says = `Stack ${name} is ${status}.`;
  if (DONE.test(status)) return [];
  if (ROLLED_BACK.test(status)) {
    const means = 'Its last update failed. It runs as before that, and can be updated.';
    return [
      warning(says, means, `Look at its events for the cause (\`npx cdk diagnose ${name}\`), repair that and deploy.`),
    ];
  }
  if (status === 'ROLLBACK_COMPLETE' || status === 'REVIEW_IN_PROGRESS') {
    const means = 'It was never created: its first deployment failed, or was not carried out.';
    return [error(says, means, `Delete it (\`aws cloudformation delete-stack --stack-name ${name}\`) and deploy.`)];
  }
  if (status === 'DELETE_FAILED' || status === 'ROLLBACK_FAILED') {
    const means = 'CloudFormation could not remove everything that was to go, and updates it no more.';
    return [error(says, means, `Look at its events for what holds it, remove that, and delete the stack again.`)];
  }
  if (status.endsWith('_IN_PROGRESS')) {
    return [
      warning(
        says,
        'CloudFormation is at work on it, and takes no other update.',
        'Wait until it is done, then look again.',
      ),
    ];
  }
  const means = 'CloudFormation gave up half-way: some resources are of the old version, some of the new.';
  return [error(says, means, `Look at its events, repair the cause, and run \`npx cdk rollback ${name}\`.`)];
}
