import { GetRoleCommand, NoSuchEntityException } from '@aws-sdk/client-iam';
import { defineCheck, error, ok, warning } from '../check.ts';

const ROLE = 'AWSServiceRoleForECS';
const remedy = 'Run `aws iam create-service-linked-role --aws-service-name ecs.amazonaws.com`.';

export const serviceLinkedRole = defineCheck<boolean>({
  id: 'service-linked-role',
  about: `the role ${ROLE}, with which ECS connects tasks to the network`,
  when: ['before', 'after'],
  actions: ['iam:GetRole'],
  async read({ iam }) {
    try {
      await iam.send(new GetRoleCommand({ RoleName: ROLE }));
      return true;
    } catch (error) {
      if (error instanceof NoSuchEntityException) return false;
      throw error;
    }
  },
  judge(isThere, { when }) {
    if (isThere) return [ok(`${ROLE} exists.`)];
    const says = `The account has no role ${ROLE}.`;
    if (when === 'after') return [error(says, 'ECS cannot connect a task to the network: no sandbox starts.', remedy)];
    const means =
      'ECS was never used here. A first deployment that has to wait for this role may fail and be rolled back.';
    return [warning(says, means, `${remedy} Then deploy.`)];
  },
});
