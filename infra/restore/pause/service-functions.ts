import { type LambdaClient, paginateListFunctions } from '@aws-sdk/client-lambda';
import { endpoints } from '../../../shared/contract/index.ts';
import { workers } from '../../../shared/contract/workers.ts';
import { UserError } from '../../local/terminal/user-error.ts';

export interface ServiceFunction {
  readonly name: string;
  readonly arn: string;
  /** How long a call that runs already may go on, in seconds. */
  readonly timeoutSeconds: number;
}

const ids: ReadonlySet<string> = new Set([...endpoints, ...workers].map(({ id }) => id));

/** The sweep is stopped first and started last: it is what deletes. */
const FIRST = 'sweep-sandboxes';

/**
 * The functions of one deployment, by the names that a deployment gives them. An account may hold others, whose names
 * may begin alike.
 *
 * @param prefix the name of its stacks without the last part; undefined: all that there are, as of the local service.
 * @throws UserError when there are none.
 */
export async function serviceFunctions(
  lambda: LambdaClient,
  prefix: string | undefined,
): Promise<readonly ServiceFunction[]> {
  const found: ServiceFunction[] = [];
  for await (const { Functions = [] } of paginateListFunctions({ client: lambda }, {})) {
    for (const { FunctionName: name, FunctionArn: arn, Timeout = 0 } of Functions) {
      if (name && arn && isOf(prefix, name)) found.push({ name, arn, timeoutSeconds: Timeout });
    }
  }
  if (found.length === 0) {
    throw new UserError(`No functions of ${prefix ?? 'the local service'} were found in this account and Region.`);
  }
  const rank = ({ name }: ServiceFunction) => (isSweep(name) ? 0 : 1);
  return found.toSorted((a, b) => rank(a) - rank(b));
}

function isOf(prefix: string | undefined, name: string): boolean {
  if (prefix === undefined) return true;
  if (!name.startsWith(`${prefix}-`)) return false;
  const id = name.slice(prefix.length + 1);
  return ids.has(id);
}

function isSweep(name: string): boolean {
  return name.endsWith(`-${FIRST}`);
}
