import { GitBranch } from 'lucide-react';
import { useState } from 'react';
import { useCan } from '../../../session/session.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { QueryStates } from '../../../ui/query-states.tsx';
import { DeleteDialog } from '../delete-dialog.tsx';
import { useSettings } from '../settings-query.ts';
import { providerOf } from './git-providers.ts';
import { KeptToken } from './kept-token.tsx';
import { TokenForm } from './token-form.tsx';
import { useGitTokens } from './use-git-tokens.ts';

/** The tokens by which agents clone and push, each tried out at its provider. */
export function GitTab() {
  const can = useCan();
  const settings = useSettings();
  const { forget } = useGitTokens();
  const [asked, setAsked] = useState<string>();
  const mayChange = can('POST /api/v1/secrets/git-providers');
  const label = asked === undefined ? '' : (providerOf(asked)?.label ?? asked);
  return (
    <div className="grid gap-5">
      <Card isFlush title="Connected providers">
        <QueryStates query={settings}>
          {({ provider_tokens_set: kept }) => {
            const rows = Object.entries(kept);
            return rows.length > 0 ? (
              <ul className="divide-y divide-line">
                {rows.map(([provider, host]) => (
                  <KeptToken
                    host={host}
                    key={provider}
                    onRemove={mayChange ? () => setAsked(provider) : undefined}
                    provider={provider}
                  />
                ))}
              </ul>
            ) : (
              <EmptyState icon={<GitBranch aria-hidden />} title="No git provider connected">
                With a token, conversations start with your private repositories, and agents can push to them.
              </EmptyState>
            );
          }}
        </QueryStates>
      </Card>
      {mayChange && <TokenForm />}
      {asked !== undefined && (
        <DeleteDialog onClose={() => setAsked(undefined)} remove={() => forget(asked)} what={`Token for ${label}`}>
          <p>Agents can no longer clone and push there. The token itself stays valid until you revoke it at {label}.</p>
        </DeleteDialog>
      )}
    </div>
  );
}
