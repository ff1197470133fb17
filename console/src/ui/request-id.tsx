import { CopyButton } from './copy-button.tsx';

/** The id of a request, copied by a click. */
export function RequestId({ id }: { readonly id: string }) {
  return (
    <p className="flex items-center gap-1 text-ink-soft text-xs">
      <span>
        Request ID <span className="break-all font-mono">{id}</span>
      </span>
      <CopyButton label="Copy request ID" text={id} />
    </p>
  );
}
