import { isMailAddress } from '../../shared/contract/shapes/mail-address.ts';
import { updateOwnAlerts as endpoint } from '../../shared/contract/webhooks/alerts.ts';
import { memberAlertEvents } from '../../shared/domain/webhooks/alert-kinds.ts';
import {
  type AlertDeps,
  alertsView,
  changeAlerts,
  requirePerson,
} from '../../shared/domain/webhooks/alert-settings.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { badField } from '../../shared/platform/errors.ts';
import { alertDeps } from '../../shared/wiring/webhooks.ts';

export const updateOwnAlerts = implement(endpoint, async ({ body, caller }, deps: AlertDeps) => {
  const { id, email } = requirePerson(caller);
  const address = email !== null && isMailAddress(email) ? email : undefined;
  if (body.mail && !address)
    throw badField(['mail'], 'Your identity provider has sent no verified mail address for you.');
  const mail = body.mail === undefined ? undefined : body.mail && address ? [address] : [];
  await changeAlerts(caller.ownerId, id, { ...body, mail }, memberAlertEvents, deps);
  return alertsView(caller.ownerId, id, memberAlertEvents, deps);
});

export const handler = serve(updateOwnAlerts, alertDeps);
