import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GetCallerIdentityCommand, type STSClient } from '@aws-sdk/client-sts';
import { prefixOf } from '../config.ts';
import { reachService } from '../keys/find-service.ts';
import { patchLookups } from '../local/lambda/bootstrap-names.mjs';
import { PROJECT_ROOT } from '../local/terminal/options.ts';
import { UserError } from '../local/terminal/user-error.ts';
import { specsFor } from '../specs/catalogue.ts';
import { type Account, openAccount } from './account/account.ts';
import type { Caller, Check, Subject } from './check.ts';
import { credentials } from './checks/credentials.ts';
import { stacks } from './checks/stacks.ts';
import { checks } from './checks.ts';
import { settingsOf } from './deployment-settings.ts';
import { contextOf, type Values } from './options.ts';
import { jsonReport, tallyOf, textReport } from './report.ts';
import { type Result, runChecks } from './run-checks.ts';

/** Exit statuses, for scripts. */
export const EXIT = { fine: 0, errors: 1, notRun: 2 } as const;

/** Looks at an account and prints what it found. @returns the exit status. @throws UserError */
export async function examine(values: Values): Promise<number> {
  const when = values['before-deploy'] ? 'before' : 'after';
  // Nothing is deployed locally: without a place, a deployment is one into the operator's account.
  const isLocal = values.stack === undefined && (when === 'after' || (values.port ?? values.state) !== undefined);
  const settings = await settingsOf({ stack: values.stack, isLocal, context: contextOf(values) });
  // As browsers do, and not every resolver: the edge may be below localhost.
  if (isLocal) patchLookups();
  const deployment = prefixOf(settings);
  const account = openAccount(isLocal ? await reachService(values) : {}, deployment);
  try {
    const caller = await identify(account.sts);
    const specs = specsFor(settings);
    const subject = {
      when,
      deployment,
      settings,
      specs,
      version: await versionHere(),
      caller,
      now: new Date(),
    } as const;
    const results = await runChecks(await checksFor(subject, account), account, subject);
    console.log((values.json ? jsonReport : textReport)(results, subject));
    return statusOf(results);
  } finally {
    account.close();
  }
}

/** Where nothing is deployed there is nothing else to look at, and every further finding would mislead. */
async function checksFor({ when }: Subject, account: Account): Promise<readonly Check[]> {
  if (when === 'before') return checks;
  // When they cannot be read, each check that needs them says so.
  const found = await account.stacks().catch(() => undefined);
  return found?.stacks.length === 0 ? [credentials, stacks] : checks;
}

/** Warnings are no errors; a run in which nothing could be checked is no run. */
function statusOf(results: readonly Result[]): number {
  if (tallyOf(results).error > 0) return EXIT.errors;
  return results.some(({ check, isChecked }) => isChecked && check !== 'credentials') ? EXIT.fine : EXIT.notRun;
}

async function versionHere(): Promise<string> {
  return JSON.parse(await readFile(join(PROJECT_ROOT, 'package.json'), 'utf8')).version;
}

/** Whose credentials these are. @throws UserError when there are none, or no Region */
async function identify(sts: STSClient): Promise<Caller> {
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
