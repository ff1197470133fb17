import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { fieldErrors } from '../../api/failure.ts';
import type { WebhookEndpoint, WebhookEndpointWithSecret } from '../../api/shapes.ts';
import { useApi, useSession } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { CheckboxField, TextField } from '../../ui/fields.tsx';
import { textIn } from '../../ui/forms.ts';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { type EventType, eventTypes } from './event-types.ts';

interface Props {
  /** The endpoint to edit; undefined for a new one. */
  readonly endpoint?: WebhookEndpoint;
  readonly onClose: () => void;
  readonly onSaved: (endpoint: WebhookEndpoint | WebhookEndpointWithSecret) => void;
}

export function EndpointDialog({ endpoint, onClose, onSaved }: Props) {
  const api = useApi();
  const queries = useQueryClient();
  const { apiUrl } = useSession().config;
  const [isEverything, setEverything] = useState(endpoint === undefined || endpoint.events.includes('*'));
  const save = useMutation({
    mutationFn: (body: { readonly url: string; readonly events: EventType[]; readonly description: string | null }) =>
      endpoint === undefined
        ? answerOf(api.POST('/api/v1/webhook-endpoints', { body }))
        : answerOf(
            api.PATCH('/api/v1/webhook-endpoints/{endpoint_id}', {
              params: { path: { endpoint_id: endpoint.id } },
              body,
            }),
          ),
    onSuccess: (saved) => {
      onSaved(saved);
      return queries.invalidateQueries({ queryKey: ['webhook-endpoints'] });
    },
  });
  const errors = fieldErrors(save.error);
  const submit = (fields: FormData): void => {
    // The checkboxes have the names of events; the service validates them.
    const events = isEverything ? (['*'] satisfies EventType[]) : (fields.getAll('events') as EventType[]);
    save.mutate({ url: textIn(fields, 'url'), events, description: textIn(fields, 'description') || null });
  };
  const action = endpoint === undefined ? 'Add' : 'Save';
  return (
    <Dialog isWide onClose={onClose} title={endpoint === undefined ? 'Add endpoint' : 'Edit endpoint'}>
      <DialogForm action={action} mutation={save} onClose={onClose} onSubmit={submit}>
        <TextField
          defaultValue={endpoint?.url}
          error={errors.url}
          hint={urlHint(apiUrl)}
          label="URL"
          name="url"
          placeholder="https://hooks.example.com/agent-conversations"
          required
          type="url"
        />
        <TextField
          defaultValue={endpoint?.description ?? ''}
          error={errors.description}
          label="Description"
          maxLength={500}
          name="description"
        />
        <CheckboxField
          checked={isEverything}
          label="All events"
          onChange={({ target }) => setEverything(target.checked)}
        />
        {!isEverything && <EventChoice chosen={endpoint?.events ?? []} error={errors.events} />}
      </DialogForm>
    </Dialog>
  );
}

/** What the URL of a receiver can be. A service on this machine also sends to receivers beside it. */
export function urlHint(apiUrl: string): string {
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(apiUrl).hostname);
  const local = isLocal ? ', or a port of this machine, such as http://localhost:4000/hook' : '';
  return `Must be https and reachable from the public internet${local}. Redirects are not followed.`;
}

/** A stored `sandbox.*` includes each of its events. */
function isIn(chosen: readonly string[], type: EventType): boolean {
  return chosen.includes(type) || chosen.includes(`${type.split('.')[0]}.*`);
}

function EventChoice({ chosen, error }: { readonly chosen: readonly string[]; readonly error: string | undefined }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {Object.entries(eventTypes).map(([noun, types]) => (
        <fieldset className="grid content-start gap-2" key={noun}>
          <legend className="mb-1 font-medium text-sm">{noun}</legend>
          {types.map((type) => (
            <CheckboxField defaultChecked={isIn(chosen, type)} key={type} label={type} name="events" value={type} />
          ))}
        </fieldset>
      ))}
      {error !== undefined && (
        <p className="text-bad text-xs sm:col-span-2" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

interface SigningSecretOnceProps {
  readonly title: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** Shows a signing secret for the only time, and how to use it. */
export function SigningSecretOnce({ title, secret, onClose }: SigningSecretOnceProps) {
  return (
    <SecretOnce label="Signing secret" onClose={onClose} secret={secret} title={title}>
      <p className="text-sm">
        Store it in the receiver, for example as <code className="font-mono">WEBHOOK_SECRET</code>, and verify the
        signature of every request. The endpoint page has sample code.
      </p>
    </SecretOnce>
  );
}

const reasons = { request: 'Disabled', gone: 'Disabled: 410 Gone', failing: 'Disabled: failing' } as const;

export function EndpointState({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { enabled, disabled_reason: reason, failing_since: failing } = endpoint;
  if (!enabled) {
    return <Badge tone={reason === 'request' ? 'plain' : 'bad'}>{reason ? reasons[reason] : 'Disabled'}</Badge>;
  }
  return failing === null ? <Badge tone="good">Enabled</Badge> : <Badge tone="warn">Failing</Badge>;
}

/** The event types of an endpoint as text. */
export function eventWords(events: readonly string[]): string {
  return events.includes('*') ? 'All events' : events.join(', ');
}
