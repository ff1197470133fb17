import { CopyButton } from './copy-button.tsx';

interface Props {
  readonly text: string;
  /** The accessible name of the button. */
  readonly label: string;
  /** The person has copied it, with the button or as a selection. */
  readonly onCopied?: () => void;
}

/** A text that a person takes along. */
export function TextToCopy({ text, label, onCopied }: Props) {
  return (
    <p className="flex items-center gap-2 rounded-lg bg-raised p-3">
      <code
        className="min-w-0 flex-1 select-all break-all font-mono text-sm"
        onCopy={() => {
          if (document.getSelection()?.toString().includes(text)) onCopied?.();
        }}
      >
        {text}
      </code>
      <CopyButton label={label} onCopied={onCopied} text={text} />
    </p>
  );
}
