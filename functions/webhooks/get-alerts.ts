import { getAlerts as endpoint } from '../../shared/contract/webhooks/alerts.ts';
import { ownerAlertEvents } from '../../shared/domain/webhooks/alert-kinds.ts';
import { type AlertViewDeps, alertsView } from '../../shared/domain/webhooks/alert-settings.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { alertViewDeps } from '../../shared/wiring/webhooks.ts';

export const getAlerts = implement(endpoint, async ({ caller }, deps: AlertViewDeps) =>
  alertsView(caller.ownerId, null, ownerAlertEvents, deps),
);

export const handler = serve(getAlerts, alertViewDeps);
