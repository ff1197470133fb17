import { updateAlerts as endpoint } from '../../shared/contract/webhooks/alerts.ts';
import { ownerAlertEvents } from '../../shared/domain/webhooks/alert-kinds.ts';
import { type AlertDeps, alertsView, changeAlerts } from '../../shared/domain/webhooks/alert-settings.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { alertDeps } from '../../shared/wiring/webhooks.ts';

export const updateAlerts = implement(endpoint, async ({ body, caller }, deps: AlertDeps) => {
  await changeAlerts(caller.ownerId, null, body, ownerAlertEvents, deps);
  return alertsView(caller.ownerId, null, ownerAlertEvents, deps);
});

export const handler = serve(updateAlerts, alertDeps);
