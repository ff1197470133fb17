import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { requiredScopes } from '../../../shared/client/api-types.ts';
import { askForCode, awaitApproval, type DeviceAuthorization } from '../../../shared/client/device-login.ts';
import { ServiceClient } from '../../../shared/client/service-client.ts';
import type { ConsoleConfig } from '../api/config.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { ExternalLink } from '../ui/external-link.tsx';
import { ErrorNotice } from '../ui/query-states.tsx';
import { Spinner } from '../ui/spinner.tsx';
import type { WayToSignIn } from './way-to-sign-in.ts';

/** Everything that the console can show but for the administration of owners. */
const consoleScopes = [...new Set(Object.values(requiredScopes))].filter((scope) => scope !== 'admin');

/** The operations that need no key. They are tried once: the person can try again. */
const openApi = ({ apiUrl }: ConsoleConfig): ServiceClient['api'] =>
  new ServiceClient({ baseUrl: apiUrl, apiKey: '', retries: { attempts: 1 } }).api;

/** Signs in without typing a key here: a person with a key approves the displayed code. */
export function DeviceSignIn({ config, onKey }: WayToSignIn) {
  const begin = useMutation({
    mutationFn: () => askForCode(openApi(config), { scopes: consoleScopes, clientName: 'Web console' }),
  });
  if (begin.data) return <Waiting code={begin.data} config={config} onAgain={() => begin.mutate()} onKey={onKey} />;
  return (
    <div className="grid gap-4">
      <p className="text-ink-soft">
        Get a code here and approve it where you are already signed in. This tab then gets its own key.
      </p>
      {begin.error && <ErrorNotice error={begin.error} />}
      <Button busy={begin.isPending} onClick={() => begin.mutate()} variant="primary">
        Get a code
      </Button>
    </div>
  );
}

interface WaitingProps extends WayToSignIn {
  readonly code: DeviceAuthorization;
  readonly onAgain: () => void;
}

function Waiting({ code, config, onKey, onAgain }: WaitingProps) {
  const { data, error } = useQuery({
    queryKey: ['device', code.user_code],
    queryFn: ({ signal }) => awaitApproval(openApi(config), code, signal),
    refetchOnWindowFocus: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    if (data !== undefined) onKey(data, false);
  }, [data, onKey]);
  if (error) {
    return (
      <div className="grid gap-4">
        <ErrorNotice error={error} />
        <Button onClick={onAgain} variant="primary">
          Get a new code
        </Button>
      </div>
    );
  }
  return (
    <div className="grid gap-4">
      <ol className="grid list-inside list-decimal gap-2 text-ink-soft">
        <li>
          Open <ExternalLink href={code.verification_uri_complete}>{code.verification_uri}</ExternalLink> where you are
          signed in.
        </li>
        <li>Check that it shows this code, then approve it.</li>
      </ol>
      <p className="flex items-center justify-center gap-2 rounded-lg bg-raised p-4 font-mono text-2xl tracking-widest">
        {code.user_code}
        <CopyButton label="Copy code" text={code.user_code} />
      </p>
      <Spinner label="Waiting for approval" />
    </div>
  );
}
