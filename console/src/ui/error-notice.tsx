import { failureOf } from '../api/failure.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import { RequestId } from './request-id.tsx';

interface Props {
  readonly error: unknown;
  readonly onRetry?: (() => unknown) | undefined;
}

/** A failure beside what it concerns: what happened, what to do, and the id by which support finds the request. */
export function ErrorNotice({ error, onRetry }: Props) {
  const { title, detail, remedy, requestId, canRetry } = failureOf(error);
  return (
    <Notice title={title} tone="bad">
      <p>{detail}</p>
      {remedy !== undefined && <p>{remedy}</p>}
      {requestId !== undefined && <RequestId id={requestId} />}
      {onRetry && canRetry && (
        <Button className="mt-2" onClick={() => void onRetry()}>
          Try again
        </Button>
      )}
    </Notice>
  );
}
