import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { LockKeyhole } from 'lucide-react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { useApi, useCan, useSelf } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/fields.tsx';
import { onFields, textIn } from '../../ui/forms.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { ErrorNotice, Skeleton } from '../../ui/query-states.tsx';
import { DeviceRequest } from './device-request.tsx';

const route = getRouteApi('/device');

/** Approves the sign-in of a program that shows a code (RFC 8628). The program links here, with the code. */
export function DevicePage() {
  const can = useCan();
  const self = useSelf();
  const { user_code: code } = route.useSearch();
  return (
    <>
      <PageHeader title="Approve sign-in">
        A program on another device, such as <code className="font-mono">acs login --device</code>, asks for an API key.
      </PageHeader>
      <div className="grid max-w-3xl">
        <Card>
          {can('POST /oauth/device/verify-authenticated') ? (
            <CodeRequest code={code} key={code} />
          ) : (
            <EmptyState icon={LockKeyhole} title={`${self} cannot approve sign-ins`}>
              This page requires the scope <b>keys:write</b>. Ask an administrator for a role or a key that has it.
            </EmptyState>
          )}
        </Card>
      </div>
    </>
  );
}

interface Props {
  /** The code in the URL. */
  readonly code: string | undefined;
}

function CodeRequest({ code }: Props) {
  const api = useApi();
  const { data, error } = useQuery({
    queryKey: ['device-request', code],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/oauth/device/requests/{user_code}', { params: { path: { user_code: code ?? '' } }, signal })),
    enabled: code !== undefined,
    // The service counts each request, so that codes cannot be tried.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (code !== undefined && data !== undefined) return <DeviceRequest code={code} request={data} />;
  if (code !== undefined && error === null) return <Skeleton label="Loading the request" />;
  return <CodeForm code={code} error={error} />;
}

function CodeForm({ code, error }: Props & { readonly error: Error | null }) {
  const navigate = route.useNavigate();
  const submit = onFields((fields) => {
    void navigate({ search: { user_code: textIn(fields, 'user_code') }, replace: true });
  });
  return (
    <form className="grid gap-4" onSubmit={submit}>
      {error && <ErrorNotice error={error} />}
      <TextField
        autoComplete="off"
        className="font-mono uppercase"
        defaultValue={code}
        hint="Enter only a code that a program you started shows, never one from a message."
        label="Code"
        maxLength={40}
        name="user_code"
        placeholder="ABCD-EFGH"
        required
        spellCheck={false}
      />
      <div>
        <Button type="submit" variant="primary">
          Continue
        </Button>
      </div>
    </form>
  );
}
