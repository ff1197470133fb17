import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from './button.tsx';
import { useToast } from './toasts.ts';

/** How long "Copied" is shown, in milliseconds. */
const COPIED_FOR = 2_000;

interface Props {
  readonly text: string;
  readonly label: string;
  readonly onCopied?: (() => void) | undefined;
}

export function CopyButton({ text, label, onCopied }: Props) {
  const [isCopied, setCopied] = useState(false);
  const copy = useCopy();
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_FOR);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <IconButton
      className={isCopied ? '[&_svg]:text-good' : undefined}
      icon={isCopied ? Check : Copy}
      label={isCopied ? 'Copied' : label}
      onClick={async () => {
        const isDone = await copy(text);
        setCopied(isDone);
        if (isDone) onCopied?.();
      }}
    />
  );
}

/** Copies a text. If the browser blocks that, shows the advice. @returns whether the text was copied */
export function useCopy(): (text: string, advice?: string) => Promise<boolean> {
  const toast = useToast();
  return async (text, advice = 'Select the text and copy it yourself.') => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      toast({ tone: 'bad', title: 'The browser blocked copying', detail: advice });
      return false;
    }
  };
}
