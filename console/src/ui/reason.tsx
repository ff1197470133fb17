import { CopyButton } from './copy-button.tsx';

/** The reason of a failure as text. Commands between backticks are code that can be copied. */
export function Reason({ text }: { readonly text: string }) {
  const parts = text.split('`');
  // An unpaired backtick is part of the text.
  if (parts.length % 2 === 0) return <p>{text}</p>;
  return (
    <div className="grid gap-1">
      {parts.map((part, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts never move
        index % 2 === 1 ? <Command key={index} text={part} /> : part.trim() !== '' && <p key={index}>{part.trim()}</p>,
      )}
    </div>
  );
}

export function Command({ text }: { readonly text: string }) {
  return (
    <p className="flex items-center gap-2 rounded-lg bg-surface px-3 py-1">
      <code className="min-w-0 flex-1 break-words font-mono text-xs">{text}</code>
      <CopyButton label="Copy the command" text={text} />
    </p>
  );
}
