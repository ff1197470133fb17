import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from './button.tsx';
import { useToast } from './toasts.ts';

/** How long "Copied" is shown, in milliseconds. */
const SAID_FOR = 2_000;

interface Props {
  readonly text: string;
  readonly label: string;
}

export function CopyButton({ text, label }: Props) {
  const [isCopied, setCopied] = useState(false);
  const toast = useToast();
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SAID_FOR);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      toast({
        tone: 'bad',
        title: 'Copying is blocked by the browser',
        detail: 'Select the text and copy it yourself.',
      });
    }
  };
  const icon = isCopied ? <Check aria-hidden className="size-4 text-good" /> : <Copy aria-hidden className="size-4" />;
  return <IconButton icon={icon} label={isCopied ? 'Copied' : label} onClick={() => void copy()} />;
}
