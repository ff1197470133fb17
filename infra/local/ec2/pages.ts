import { AwsError } from '../aws/aws-error.ts';
import { invalidValue } from './requests.ts';

interface Paging {
  readonly MaxResults?: number | undefined;
  readonly NextToken?: string | undefined;
}

interface Listed {
  readonly id: string;
  readonly since: number;
}

/** The most that is answered at once when the caller sets no limit. */
const MOST = 1000;

/** One page of resources, oldest first, and the next token. @throws AwsError for a limit with ids, or a bad token */
export function pageOfResources<T>(
  resources: readonly T[],
  listed: (resource: T) => Listed,
  paging: Paging,
  ids: readonly string[] | undefined,
): { readonly page: readonly T[]; readonly nextToken?: string } {
  if (ids !== undefined && paging.MaxResults !== undefined) {
    throw new AwsError(
      'InvalidParameterCombination',
      'The parameter maxResults cannot be used together with a list of ids.',
    );
  }
  const after = paging.NextToken === undefined ? '' : readToken(paging.NextToken);
  const placed = resources
    .map((resource) => ({ resource, position: positionOf(listed(resource)) }))
    .filter(({ position }) => position > after)
    .sort((a, b) => (a.position < b.position ? -1 : 1));
  const page = placed.slice(0, paging.MaxResults ?? MOST);
  const last = page.at(-1);
  return {
    page: page.map(({ resource }) => resource),
    ...(last && placed.length > page.length && { nextToken: Buffer.from(last.position).toString('base64url') }),
  };
}

/** A place in the list that stays right when resources before it disappear. */
function positionOf({ id, since }: Listed): string {
  return `${String(since).padStart(15, '0')}/${id}`;
}

function readToken(token: string): string {
  const position = Buffer.from(token, 'base64url').toString();
  if (!/^\d{15}\/[a-z]+-[0-9a-f]{17}$/.test(position)) throw invalidValue('Unable to parse pagination token');
  return position;
}
