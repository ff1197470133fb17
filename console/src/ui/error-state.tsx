import { ErrorNotice } from './error-notice.tsx';

interface Props {
  readonly error: unknown;
  readonly onRetry?: (() => unknown) | undefined;
}

/** In the place of what could not be loaded. */
export function ErrorState(props: Props) {
  return (
    <div className="mx-auto w-full max-w-xl p-4" data-inset>
      <ErrorNotice {...props} />
    </div>
  );
}
