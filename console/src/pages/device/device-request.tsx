import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { asForm } from '../../../../shared/client/device-login.ts';
import { fieldErrors } from '../../api/failure.ts';
import type { DeviceRequest as Asked, DecidedDevice } from '../../api/shapes.ts';
import { serviceClock } from '../../live/now.ts';
import { useApi, useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { onFields, textIn } from '../../ui/forms.ts';
import { Notice } from '../../ui/notice.tsx';
import { ErrorNotice } from '../../ui/query-states.tsx';
import { Time } from '../../ui/time.tsx';
import { scopeWords } from '../keys/key-request.ts';
import { ScopeFields } from '../keys/scope-fields.tsx';
import { lifetimes, USUAL_LIFETIME } from './lifetimes.ts';

interface Props {
  readonly code: string;
  readonly request: Asked;
}

/** Who asks and for what, and the decision. */
export function DeviceRequest({ code, request }: Props) {
  const api = useApi();
  const queries = useQueryClient();
  const { owner, person } = useSession();
  const ref = useRef<HTMLFormElement>(null);
  const decide = useMutation({
    mutationFn: (decision: 'approve' | 'deny') =>
      answerOf(
        api.POST('/oauth/device/verify-authenticated', asForm({ user_code: code, decision, ...choiceIn(ref.current) })),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['keys'] }),
  });
  if (decide.data) return <Decided decided={decide.data} />;
  const errors = fieldErrors(decide.error);
  return (
    <form className="grid gap-5" onSubmit={onFields(() => decide.mutate('approve'))} ref={ref}>
      <RequestFacts code={code} request={request} />
      <p className="text-sm">
        If you approve, the program gets its own API key of <b>{owner}</b>. Approve only if you started the program
        yourself and it shows the code <b className="font-mono">{code.toUpperCase()}</b> now.
      </p>
      <TextField
        defaultValue={request.key_name}
        error={errors.key_name}
        hint="Your list of keys shows this name."
        label="Key name"
        maxLength={100}
        name="key_name"
        required
      />
      <ScopeFields
        chosen={request.scopes}
        isRefused={errors.scope !== undefined}
        requested={request.requested_scopes}
      />
      <SelectField
        defaultValue={USUAL_LIFETIME}
        error={errors.expires_at}
        hint={
          person
            ? 'You can revoke the key at any time.'
            : 'Never later than the key that you are signed in with. You can revoke the key at any time.'
        }
        label="Expires"
        name="lifetime"
        options={Object.entries(lifetimes).map(([name, { label }]) => [name, label])}
      />
      {decide.error && <ErrorNotice error={decide.error} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button disabled={decide.isPending} onClick={() => decide.mutate('deny')}>
          Deny
        </Button>
        <Button busy={decide.isPending} type="submit" variant="primary">
          Approve
        </Button>
      </div>
    </form>
  );
}

function choiceIn(form: HTMLFormElement | null) {
  if (form === null) return {};
  const fields = new FormData(form);
  const seconds = lifetimes[textIn(fields, 'lifetime')]?.seconds;
  return {
    scope: fields.getAll('scopes').join(' '),
    key_name: textIn(fields, 'key_name') || undefined,
    expires_at:
      seconds === undefined ? undefined : new Date(serviceClock.now().getTime() + seconds * 1000).toISOString(),
  };
}

function RequestFacts({ code, request: { device, requested_scopes: requested, scopes } }: Props) {
  const giver = useSession().person ? 'Your role' : 'Your key';
  const missing = requested.filter((scope) => !scopes.includes(scope));
  return (
    <div className="grid gap-3">
      <Facts
        facts={[
          ['Program', <Claimed key="program" name={device.client_name ?? device.program} />],
          ['Device', <Claimed key="device" name={device.device_name} />],
          ['Code', <code key="code">{code.toUpperCase()}</code>],
          ['IP address', device.address ?? 'Unknown'],
          ['Requested', <Time key="asked" value={device.asked_at} />],
          ['Asks for', requested.length === 0 ? 'No scopes in particular' : scopeWords(requested)],
        ]}
      />
      <p className="text-ink-soft text-xs">The program chose these names: they prove nothing.</p>
      {missing.length > 0 && (
        <Notice title={`${giver} cannot grant everything`} tone="info">
          {giver} lacks {missing.join(', ')}, so the program does not get {missing.length === 1 ? 'it' : 'them'}.
        </Notice>
      )}
    </div>
  );
}

/** A name that a program claims: untrusted text. */
function Claimed({ name }: { readonly name: string | null }) {
  return name === null ? 'Unnamed' : <q className="break-words">{name}</q>;
}

function Decided({
  decided: { message, scopes, key_name: name, expires_at: end },
}: {
  readonly decided: DecidedDevice;
}) {
  if (name === null || end === null) {
    return (
      <Notice title={message} tone="info">
        The program gets no key. You can close this page.
      </Notice>
    );
  }
  return (
    <div className="grid gap-4">
      <Notice title={message} tone="good">
        The program continues by itself. You can close this page.
      </Notice>
      <Facts
        facts={[
          ['Key', name],
          ['Scopes', scopeWords(scopes)],
          ['Expires', <Time as="clock" key="end" value={end} />],
        ]}
      />
    </div>
  );
}
