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
import { contextOf, readOptions, settingsOf, type Values } from './options.ts';
import { jsonReport, tallyOf, textReport } from './report.ts';
import { type Result, runChecks } from './run-checks.ts';

const USAGE = `npm run doctor -- [--stack NAME] [--before-deploy] [-c SETTING=VALUE]... [--json]

Checks the AWS account of a deployment, and prints each problem with its meaning and remedy. It changes nothing.

--stack NAME       the deployed service: the stack names without the last part (agent-conversations-dev);
                   by default, the local service
--before-deploy    checks the requirements of a deployment instead of the deployed service; without --stack, of the
                   stage in the settings
-c SETTING=VALUE   as for \`cdk deploy\`: -c stage=prod -c sandboxLimit=20
--json             one line of JSON, for programs
--port PORT        the local service on another port than 3000 (or set PORT)
--state DIR        the local service with another state directory

Exit status: 0 no errors, 1 errors found, 2 the checks could not run.`;

/** Exit statuses, for scripts. */
const EXIT = { fine: 0, errors: 1, notRun: 2 } as const;

/** Checks an account and prints the findings. @returns the exit status @throws UserError */
async function examine(values: Values): Promise<number> {
  const when = values['before-deploy'] ? 'before' : 'after';
  // --before-deploy without a target means a deployment to the operator's account, not the local service.
  const isLocal = values.stack === undefined && (when === 'after' || (values.port ?? values.state) !== undefined);
  const settings = await settingsOf({ stack: values.stack, isLocal, context: contextOf(values) });
  // Resolves subdomains of localhost, as browsers do: the edge can have one.
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

/** Without stacks, other findings would mislead. */
async function checksFor({ when }: Subject, account: Account): Promise<readonly Check[]> {
  if (when === 'before') return checks;
  // If they cannot be read, each check that needs them reports it.
  const found = await account.stacks().catch(() => undefined);
  return found?.stacks.length === 0 ? [credentials, stacks] : checks;
}

/** Warnings do not fail the command; a run that could check nothing does. */
function statusOf(results: readonly Result[]): number {
  if (tallyOf(results).error > 0) return EXIT.errors;
  return results.some(({ check, isChecked }) => isChecked && check !== 'credentials') ? EXIT.fine : EXIT.notRun;
}

async function versionHere(): Promise<string> {
  return JSON.parse(await readFile(join(PROJECT_ROOT, 'package.json'), 'utf8')).version;
}

/** @throws UserError without valid credentials or a Region */
async function identify(sts: STSClient): Promise<Caller> {
  const region = await sts.config.region().catch(() => undefined);
  if (!region) throw new UserError('No Region is set. Set AWS_REGION, or `region` in your AWS profile.');
  try {
    const { Account: account = '', Arn: arn = '' } = await sts.send(new GetCallerIdentityCommand({}));
    return { account, arn, region };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError(
      `AWS does not accept these credentials: ${reason}. Sign in (\`aws sso login\`), or choose a profile (AWS_PROFILE).`,
    );
  }
}

async function main(): Promise<number> {
  const values = readOptions(process.argv.slice(2));
  if (!values.help) return examine(values);
  console.log(USAGE);
  return EXIT.fine;
}

try {
  process.exitCode = await main();
} catch (error) {
  // Any other error is a bug, and shows its stack.
  console.error(error instanceof UserError ? error.message : error);
  process.exitCode = EXIT.notRun;
}
