import { paginateListFunctions } from '@aws-sdk/client-lambda';
import * as z from 'zod';
import type { Account } from '../account/account.ts';
import { ofType, STACK_ACTIONS } from '../account/stacks.ts';
import { defineCheck, error, type Finding, ok, type Subject, warning } from '../check.ts';

/** When Lambda deprecates its runtimes, according to its documentation on 2026-11-22. */
export const runtimeEnds: Readonly<Record<string, string>> = {
  'nodejs20.x': '2026-04-30',
  'nodejs22.x': '2027-04-30',
  'nodejs24.x': '2028-04-30',
};

const SOON_DAYS = 90;
const DAY_MS = 86_400_000;

const ServerInfo = z.object({ version: z.string() });

interface Versions {
  /** The version in the service's response; null without one. */
  readonly deployed: string | null;
  readonly address: string;
  readonly runtimes: readonly string[];
}

export const versions = defineCheck<Versions>({
  id: 'versions',
  about: 'whether the service responds, its version against this checkout, and the end of its Lambda runtime',
  when: ['after'],
  actions: ['lambda:ListFunctions', ...STACK_ACTIONS],
  async read(account) {
    const { stacks } = await account.stacks();
    const address = stacks.map(({ outputs }) => outputs.BaseUrl).find((url) => url !== undefined);
    if (address === undefined) throw new Error('No stack has an output BaseUrl.');
    const [deployed, runtimes] = await Promise.all([askVersion(address), runtimesOf(account)]);
    return { deployed, address, runtimes };
  },
  judge: (found, subject) => [release(found, subject), ...found.runtimes.map((runtime) => lifetime(runtime, subject))],
});

/** This path needs no key. */
async function askVersion(address: string): Promise<string | null> {
  try {
    const response = await fetch(`${address}/server_info`, { signal: AbortSignal.timeout(8_000) });
    return response.ok ? (ServerInfo.safeParse(await response.json()).data?.version ?? null) : null;
  } catch {
    // The missing response is the finding.
    return null;
  }
}

async function runtimesOf({ lambda, stacks }: Account): Promise<readonly string[]> {
  const own = new Set(ofType(await stacks(), 'AWS::Lambda::Function'));
  const found = new Set<string>();
  for await (const { Functions = [] } of paginateListFunctions({ client: lambda }, {})) {
    for (const { FunctionName = '', Runtime } of Functions) if (Runtime && own.has(FunctionName)) found.add(Runtime);
  }
  return [...found].toSorted();
}

function release({ deployed, address }: Versions, { version }: Subject): Finding {
  if (deployed === null) {
    return error(
      `${address}/server_info did not respond as the service does.`,
      'Either the service fails, or something is between it and this machine.',
      `Check the response: \`curl -i ${address}/server_info\`. Find its X-Request-Id in the logs (docs/runbook.md).`,
    );
  }
  if (deployed === version) return ok(`Version ${deployed} of this checkout is deployed.`);
  return warning(
    `Version ${deployed} is deployed; this checkout is ${version}.`,
    'This command may expect something else than what is deployed.',
    'Deploy this checkout (`npx cdk diff`, `npx cdk deploy --all`), or run the command of the deployed version.',
  );
}

function lifetime(runtime: string, { now }: Subject): Finding {
  const end = runtimeEnds[runtime];
  const says = `Functions run on ${runtime}`;
  const remedy = 'Upgrade to a version of this project with a newer runtime, and deploy.';
  if (end === undefined) {
    return warning(`${says}, whose end is unknown.`, 'AWS may block updates of the functions one day.', remedy);
  }
  const days = Math.ceil((Date.parse(end) - now.getTime()) / DAY_MS);
  if (days > SOON_DAYS) return ok(`${says}, which Lambda supports until ${end}.`);
  const means = 'After that it gets no security fixes, and AWS blocks creating and updating functions.';
  return days > 0
    ? warning(`${says}, which ends on ${end}.`, means, remedy)
    : error(`${says}, which ended on ${end}.`, means, remedy);
}
