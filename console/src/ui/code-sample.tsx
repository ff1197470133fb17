import { CopyButton } from './copy-button.tsx';

interface Props {
  /** Its purpose, such as "In a shell". */
  readonly label: string;
  readonly code: string;
  readonly onCopied?: (() => void) | undefined;
}

export function CodeSample({ label, code, onCopied }: Props) {
  return (
    <figure className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1">
      <figcaption className="flex items-center justify-between gap-2 font-medium text-sm">
        {label}
        <CopyButton label={`Copy: ${label}`} onCopied={onCopied} text={code} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach scrollable content */}
      <pre className="max-h-72 overflow-auto rounded-lg bg-raised p-3 font-mono text-xs leading-relaxed" tabIndex={0}>
        {code}
      </pre>
    </figure>
  );
}
