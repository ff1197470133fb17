import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { Button, IconButton } from '../../../ui/button.tsx';
import { providerOf } from './git-providers.ts';
import { TestResult } from './test-result.tsx';
import { useGitTokens } from './use-git-tokens.ts';

interface Props {
  readonly provider: string;
  /** null for the public server. */
  readonly host: string | null;
  /** Undefined where the key may only read. */
  readonly onRemove: (() => void) | undefined;
}

/** A token that is kept: of whom, at which host, and whether it works. */
export function KeptToken({ provider, host, onRemove }: Props) {
  const tokens = useGitTokens();
  // Asked by the button alone; another token in its place forgets the answer.
  const test = useQuery({ queryKey: ['git-user', provider], queryFn: () => tokens.test(provider), enabled: false });
  const label = providerOf(provider)?.label ?? provider;
  return (
    <li className="grid gap-3 p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="grid min-w-0 gap-0.5">
          <span className="font-medium">{label}</span>
          <span className="break-all text-ink-soft text-xs">{host ?? 'Public server'}</span>
        </span>
        <span className="flex gap-2">
          <Button aria-label={`Test the token for ${label}`} busy={test.isFetching} onClick={() => void test.refetch()}>
            Test
          </Button>
          {onRemove && (
            <IconButton
              icon={<Trash2 aria-hidden className="size-4" />}
              label={`Remove the token for ${label}`}
              onClick={onRemove}
            />
          )}
        </span>
      </div>
      <TestResult error={test.error} provider={provider} user={test.data} />
    </li>
  );
}
