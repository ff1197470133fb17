import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { clockTime, utcTime } from '../../../../shared/presentation/time.ts';
import type { AuditEntry } from '../../api/shapes.ts';
import { Badge } from '../../ui/badge.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

interface Props {
  readonly entry: AuditEntry;
  readonly onClose: () => void;
}

const actorTypes: Readonly<Record<AuditEntry['actor']['type'], string>> = {
  key: 'API key',
  person: 'Person',
  operator: 'Operator (command line)',
  address: 'Request at the address of a sandbox',
};

export function EntryDialog({ entry, onClose }: Props) {
  const { id, occurred_at, action, actor, resource, request } = entry;
  const moment = new Date(occurred_at);
  return (
    <Dialog isWide onClose={onClose} title={action}>
      <div className="grid gap-5 text-sm">
        <Fields title="Entry">
          <Field name="Outcome">
            <Outcome {...entry} />
          </Field>
          <Field name="Time">{clockTime(moment, false)} (your time)</Field>
          <Field name="Time in UTC">{utcTime(moment)}</Field>
          <Field copied={id} name="Entry ID" />
        </Fields>
        <Fields title="Actor">
          <Field name="Type">{actorTypes[actor.type]}</Field>
          <Field name="Owner">{actor.owner_id}</Field>
          <Field name={actor.type === 'key' ? 'Key name' : 'Name'}>{actor.name}</Field>
          <Field copied={actor.key_id} name="Key ID" />
          {actor.type === 'key' && <Field name="Acting for">{actor.user_name}</Field>}
          <Field copied={actor.user_id} name="User ID" />
        </Fields>
        <Fields title="Resource">
          {Object.entries(resource).map(([name, value]) => (
            <Field copied={value} key={name} name={name} />
          ))}
          {Object.keys(resource).length === 0 && <Field name="IDs">none</Field>}
        </Fields>
        {request && (
          <Fields title="Request">
            <Field copied={request.id} name="Request ID" />
            <Field name="Endpoint">{request.method && `${request.method} ${request.path ?? ''}`}</Field>
            <Field name="Status">{request.status}</Field>
            <Field name="Error code">{request.code}</Field>
            <Field name="Source IP">{request.source_ip}</Field>
            <Field name="User agent">{request.user_agent}</Field>
          </Fields>
        )}
        {actor.key_id !== null && (
          <p>
            <Link className="text-accent underline" resetScroll={false} search={{ key_id: actor.key_id }} to="/audit">
              All entries for this key
            </Link>
          </p>
        )}
      </div>
    </Dialog>
  );
}

function Fields({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="grid gap-1.5">
      <h3 className="font-semibold">{title}</h3>
      <dl className="grid gap-1">{children}</dl>
    </section>
  );
}

interface FieldProps {
  readonly name: string;
  /** An ID with a copy button. */
  readonly copied?: string | null;
  readonly children?: ReactNode;
}

/** Shows a dash for a missing value, so that all entries have the same lines. */
function Field({ name, copied, children }: FieldProps) {
  const content = copied ?? children;
  return (
    <div className="grid min-h-7 gap-x-3 sm:grid-cols-[9rem_1fr]">
      <dt className="self-center text-ink-soft">{name}</dt>
      <dd className="flex min-w-0 items-center gap-1 break-all">
        {copied ? <code className="font-mono text-xs">{copied}</code> : (content ?? '–')}
        {copied && <CopyButton label={`Copy: ${name}`} text={copied} />}
      </dd>
    </div>
  );
}

const looks = {
  success: { tone: 'good', word: 'Success' },
  refused: { tone: 'plain', word: 'Rejected' },
  failed: { tone: 'bad', word: 'Failed' },
} as const;

const denied = { tone: 'warn', word: 'Denied' } as const;
const invalid = { tone: 'plain', word: 'Invalid' } as const;

const byStatus: Readonly<Record<number, typeof denied | typeof invalid>> = {
  400: invalid,
  401: denied,
  403: denied,
  422: invalid,
};

/** Only a request without permission was denied. */
export function outcomeLook({ outcome, request }: Pick<AuditEntry, 'outcome' | 'request'>) {
  return byStatus[request?.status ?? 0] ?? looks[outcome];
}

/** The outcome, with the error code of a refusal. */
export function Outcome(entry: AuditEntry) {
  const { tone, word } = outcomeLook(entry);
  const { request } = entry;
  return (
    <span className="grid justify-items-start gap-1">
      <Badge tone={tone}>{word}</Badge>
      {request?.code && <code className="font-mono text-ink-soft text-xs">{request.code}</code>}
    </span>
  );
}
