import { GetCallerIdentityCommand, type STSClient } from '@aws-sdk/client-sts';
import { UserError } from '../local/terminal/user-error.ts';
import type { Caller } from './subject.ts';

/** Whose credentials these are. @throws UserError when there are none, or no Region */
export async function identify(sts: STSClient): Promise<Caller> {
  const region = await sts.config.region().catch(() => undefined);
  if (!region) throw new UserError('No Region is chosen. Set AWS_REGION, or `region` in your AWS profile.');
  try {
    const { Account: account = '', Arn: arn = '' } = await sts.send(new GetCallerIdentityCommand({}));
    return { account, arn, region };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError(
      `AWS does not know these credentials: ${reason}. Sign in (\`aws sso login\`), or choose a profile (AWS_PROFILE).`,
    );
  }
}
