import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';

/** The key of the agent server: whoever has it acts as the agent's owner there, so it is shown only when asked for. */
export function SessionKey({ value }: { readonly value: string }) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="flex flex-wrap items-center gap-1">
      <code className="min-w-0 break-all font-mono text-xs">{isShown ? value : '•'.repeat(24)}</code>
      <Button
        aria-label={`${isShown ? 'Hide' : 'Show'} the session key`}
        icon={<Icon aria-hidden className="size-4" />}
        onClick={() => setShown(!isShown)}
        variant="quiet"
      >
        {isShown ? 'Hide' : 'Show'}
      </Button>
      <CopyButton label="Copy the session key" text={value} />
    </div>
  );
}
