import { GetParameterCommand, ParameterNotFound } from '@aws-sdk/client-ssm';
import { defineCheck, error, ok } from '../check.ts';

/** The parameter in which the CDK's bootstrap stack says its version, for the default qualifier. */
const PARAMETER = '/cdk-bootstrap/hnb659fds/version';

/** The version that the manifest of our assembly asks for. */
export const NEEDED_VERSION = 6;

const remedy = (account: string, region: string) => `Run \`npx cdk bootstrap aws://${account}/${region}\`.`;

export const bootstrap = defineCheck<number | undefined>({
  id: 'bootstrap',
  about: "the CDK's bootstrap stack, and whether it is new enough",
  when: ['before'],
  actions: ['ssm:GetParameter'],
  async read({ ssm }) {
    try {
      const { Parameter } = await ssm.send(new GetParameterCommand({ Name: PARAMETER }));
      return Number(Parameter?.Value);
    } catch (error) {
      if (error instanceof ParameterNotFound) return undefined;
      throw error;
    }
  },
  judge(version, { caller: { account, region } }) {
    if (version === undefined) {
      const means = 'The CDK has no bucket for code and no roles there: every deployment fails at once.';
      return [error(`Region ${region} is not bootstrapped for the CDK.`, means, remedy(account, region))];
    }
    if (version >= NEEDED_VERSION) return [ok(`Bootstrap version ${version}; ${NEEDED_VERSION} is needed.`)];
    const means = `This project needs version ${NEEDED_VERSION}: CloudFormation refuses the stacks.`;
    return [error(`The CDK's bootstrap stack has version ${version}.`, means, remedy(account, region))];
  },
});
