import { ApiProblem } from '../../../../../shared/client/api-problem.ts';
import type { GitUser } from '../../../api/shapes.ts';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { RequestId } from '../../../ui/request-id.tsx';
import { providerOf } from './git-providers.ts';

interface Props {
  readonly provider: string;
  readonly user: GitUser | undefined;
  readonly error: Error | null;
}

/** Failures after which the token itself has to change. */
const ofToken: readonly string[] = ['git_token_refused', 'git_scope_missing'];

/** Whom a provider knows by the token, or why it does not work and what to do. */
export function TestResult({ provider, user, error }: Props) {
  const { label, needs } = providerOf(provider) ?? { label: provider, needs: undefined };
  if (error instanceof ApiProblem && error.code.startsWith('git_')) {
    return (
      <Notice title={`The token for ${label} does not work`} tone="bad">
        <p>{error.message}</p>
        {ofToken.includes(error.code) && needs !== undefined && <p>Required permissions: {needs}.</p>}
        {error.requestId !== null && <RequestId id={error.requestId} />}
      </Notice>
    );
  }
  if (error) return <ErrorNotice error={error} />;
  if (!user) return null;
  return (
    <Notice title={`The token for ${label} works`} tone="good">
      Signed in to {label} as <b className="break-all">{user.login}</b>
      {user.name !== null && user.name !== user.login && ` (${user.name})`}.
    </Notice>
  );
}
