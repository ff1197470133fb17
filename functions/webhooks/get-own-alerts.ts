import { getOwnAlerts as endpoint } from '../../shared/contract/webhooks/alerts.ts';
import { memberAlertEvents } from '../../shared/domain/webhooks/alert-kinds.ts';
import { type AlertViewDeps, alertsView, requirePerson } from '../../shared/domain/webhooks/alert-settings.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { alertViewDeps } from '../../shared/wiring/webhooks.ts';

export const getOwnAlerts = implement(endpoint, async ({ caller }, deps: AlertViewDeps) =>
  alertsView(caller.ownerId, requirePerson(caller).id, memberAlertEvents, deps),
);

export const handler = serve(getOwnAlerts, alertViewDeps);
