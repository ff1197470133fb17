import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { fieldErrors } from '../../api/failure.ts';
import type { MemberAlerts, OwnerAlerts } from '../../api/shapes.ts';
import { useChange } from '../../data/change.ts';
import { useApi, useCan } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckboxField, TextAreaField, TextField } from '../../ui/fields.tsx';
import { onFields, textIn } from '../../ui/forms.ts';
import { ErrorNotice, QueryStates } from '../../ui/query-states.tsx';
import { useToast } from '../../ui/toasts.ts';
import { slackIn } from './slack-field.ts';

const kinds = {
  budgets: 'Budgets at 50, 80 and 100 %',
  webhooks: 'Failing webhook endpoints',
  starts: 'Conversations that fail to start',
  suspension: 'Suspensions by the operator',
} as const satisfies Readonly<Record<OwnerAlerts['on'][number], string>>;

/** The receivers of alerts of this owner. */
export function AlertsTab() {
  const api = useApi();
  const alerts = useQuery({
    queryKey: ['alerts'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/alerts', { signal })),
  });
  return (
    <>
      <Card title="Alerts">
        <QueryStates query={alerts}>{(shown) => <AlertsForm alerts={shown} />}</QueryStates>
      </Card>
      <OwnAlerts />
    </>
  );
}

function AlertsForm({ alerts }: { readonly alerts: OwnerAlerts }) {
  const api = useApi();
  const can = useCan();
  const toast = useToast();
  const change = useChange(
    'alerts',
    (fields: FormData) => {
      const on = (Object.keys(kinds) as OwnerAlerts['on']).filter((kind) => fields.get(`on_${kind}`) !== null);
      const mail = textIn(fields, 'mail')
        .split(/[\s,;]+/)
        .filter((address) => address !== '');
      const body = { on, ...(alerts.mail_available ? { mail } : {}), ...slackIn(fields) };
      return answerOf(api.PATCH('/api/v1/alerts', { body }));
    },
    () => toast({ tone: 'good', title: 'Alerts saved' }),
  );
  const errors = fieldErrors(change.error);
  return (
    <form className="grid max-w-2xl gap-4" onSubmit={onFields(change.mutate)}>
      {alerts.mail_available ? (
        <TextAreaField
          defaultValue={alerts.mail.map(({ to }) => to).join('\n')}
          error={errors.mail}
          hint="Up to five, one per line."
          label="Mail addresses"
          name="mail"
          rows={3}
        />
      ) : (
        <p className="text-ink-soft text-sm">This deployment sends no mail.</p>
      )}
      <TextField
        autoComplete="off"
        error={errors.slack_url}
        hint={alerts.slack ? `Messages go to ${alerts.slack.to}. Leave empty to keep it.` : 'An incoming webhook.'}
        label="Slack-compatible URL"
        name="slack"
        spellCheck={false}
        type="url"
      />
      {alerts.slack && <CheckboxField label="Remove this URL" name="slack_remove" />}
      {Object.entries(kinds).map(([kind, label]) => (
        <CheckboxField
          defaultChecked={alerts.on.some((one) => one === kind)}
          key={kind}
          label={label}
          name={`on_${kind}`}
        />
      ))}
      {change.error && <ErrorNotice error={change.error} />}
      <div>
        <Button busy={change.isPending} disabled={!can('PATCH /api/v1/alerts')} type="submit" variant="primary">
          Save alerts
        </Button>
      </div>
    </form>
  );
}

const ownKinds = {
  finished: 'An agent has finished',
  waiting: 'An agent is waiting for my answer',
  failed: 'An agent or a start has failed',
  budgets: 'My budget at 50, 80 and 100 %',
} as const satisfies Readonly<Record<MemberAlerts['on'][number], string>>;

/** For people only: with a service key, the request fails with 403 and there is no form. */
function OwnAlerts() {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['alerts', 'own'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/alerts/own', { signal })),
    retry: false,
  });
  return data ? (
    <Card title="My alerts">
      <OwnAlertsForm alerts={data} />
    </Card>
  ) : null;
}

function OwnAlertsForm({ alerts }: { readonly alerts: MemberAlerts }) {
  const api = useApi();
  const toast = useToast();
  const change = useChange(
    'alerts',
    (fields: FormData) => {
      const on = (Object.keys(ownKinds) as MemberAlerts['on']).filter((kind) => fields.get(`own_${kind}`) !== null);
      const mail = fields.get('mail') !== null;
      const body = { on, ...(alerts.mail_available ? { mail } : {}), ...slackIn(fields) };
      return answerOf(api.PATCH('/api/v1/alerts/own', { body }));
    },
    () => toast({ tone: 'good', title: 'Alerts saved' }),
  );
  const errors = fieldErrors(change.error);
  return (
    <form className="grid max-w-2xl gap-4" onSubmit={onFields(change.mutate)}>
      {alerts.mail_available && (
        <CheckboxField
          defaultChecked={alerts.mail.length > 0}
          error={errors.mail}
          label="To my mail address"
          name="mail"
        />
      )}
      <TextField
        autoComplete="off"
        error={errors.slack_url}
        hint={alerts.slack ? `Messages go to ${alerts.slack.to}. Leave empty to keep it.` : 'An incoming webhook.'}
        label="My Slack-compatible URL"
        name="slack"
        spellCheck={false}
        type="url"
      />
      {alerts.slack && <CheckboxField label="Remove my URL" name="slack_remove" />}
      {Object.entries(ownKinds).map(([kind, label]) => (
        <CheckboxField
          defaultChecked={alerts.on.some((one) => one === kind)}
          key={kind}
          label={label}
          name={`own_${kind}`}
        />
      ))}
      {change.error && <ErrorNotice error={change.error} />}
      <div>
        <Button busy={change.isPending} type="submit" variant="primary">
          Save my alerts
        </Button>
      </div>
    </form>
  );
}
