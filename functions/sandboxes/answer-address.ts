import { setTimeout as pause } from 'node:timers/promises';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { type AuditEntry, auditPart } from '../../shared/domain/accounts/audit/audit-item.ts';
import type { RequestWindows } from '../../shared/domain/accounts/windows/request-windows.ts';
import type { AcceptedNames } from '../../shared/domain/sandboxes/ingress/accepted-names.ts';
import { FIRST_OPENED_SLOT, slotOf } from '../../shared/domain/sandboxes/ingress/name.ts';
import type { Sandbox } from '../../shared/domain/sandboxes/record/sandbox.ts';
import type { AddressedPort } from '../../shared/domain/sandboxes/waking/addressed.ts';
import { type AnswerDeps, answerAddress } from '../../shared/domain/sandboxes/waking/answer.ts';
import { isOfEdge } from '../../shared/domain/sandboxes/waking/edge-proof.ts';
import { admit, isLetIn, isLink, letIn, type SignedName } from '../../shared/domain/sandboxes/waking/let-in.ts';
import { type Reply, refused } from '../../shared/domain/sandboxes/waking/reply.ts';
import type { Visitor } from '../../shared/domain/sandboxes/waking/wake.ts';
import { preflightResponse, responseOf } from '../../shared/http/addresses/address-responses.ts';
import { type CredentialDeps, credentialsIn, visitorOf } from '../../shared/http/addresses/credentials.ts';
import { type ReadVisit, readVisit } from '../../shared/http/addresses/visit.ts';
import { wakeAudit } from '../../shared/http/addresses/wake-audit.ts';
import { countWake } from '../../shared/http/addresses/wake-windows.ts';
import type { Part } from '../../shared/platform/aws/transact.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { grantedTo } from '../../shared/platform/granted.ts';
import { wired } from '../../shared/platform/init/wired.ts';
import { log } from '../../shared/platform/log.ts';
import type { Granted } from '../../shared/rights/index.ts';
import { keyStore, memberStore, requestWindows } from '../../shared/wiring/accounts.ts';
import { stageLimits, startBudgets } from '../../shared/wiring/billing.ts';
import {
  acceptedNames,
  addresses,
  edgeStates,
  labelUrls,
  masterKeys,
  sandboxStore,
} from '../../shared/wiring/sandboxes.ts';

export interface Deps extends Omit<AnswerDeps, 'auditPart'>, CredentialDeps {
  readonly names: Pick<AcceptedNames, 'verify' | 'keyOf'>;
  readonly windows: Pick<RequestWindows, 'count'>;
  readonly partOf: (entry: AuditEntry) => Part;
}

const depsOf = wired(() => wire(grantedTo('answer-address')));

function wire(granted: Granted<'answer-address'>): Deps {
  const master = masterKeys(granted);
  const labels = labelUrls(master);
  return {
    names: acceptedNames(master),
    addresses: addresses(granted),
    sandboxes: sandboxStore(granted),
    edge: edgeStates(granted),
    labelUrl: (sandbox, port, uri) => labels.of(sandbox, port, uri),
    keys: keyStore(granted),
    members: memberStore(granted),
    windows: requestWindows(granted),
    budgets: startBudgets(granted),
    stageLimits: stageLimits(),
    partOf: (entry) => auditPart(entry, granted.audit),
    now: systemClock,
    pause,
  };
}

/** The slow way: the edge sends requests here when it has no entry for their name. */
export function handler(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  return respond(event, depsOf());
}

export async function respond(event: APIGatewayProxyEvent, deps: Deps): Promise<APIGatewayProxyResult> {
  const { requestId } = event.requestContext;
  const visit = readVisit(event);
  if (visit.method === 'OPTIONS') return preflightResponse(visit, requestId);
  return responseOf(await replyTo(event, visit, deps), visit, requestId);
}

async function replyTo(event: APIGatewayProxyEvent, visit: ReadVisit, deps: Deps): Promise<Reply> {
  try {
    const signed = await signedName(visit, deps);
    if (!signed) return refused('sandbox_address_invalid', NOT_OF_EDGE);
    const { name } = signed;
    if (visit.isSafe && isLink(name, visit.uri)) return await letIn(signed, visit.uri, deps);
    const { keylessUri } = visit;
    const identified = {
      ...visit,
      identify: async (sandbox: Sandbox): Promise<Visitor> => {
        const hasCookie = isLetIn(signed, sandbox, { ...visit, cookie: visit.portCookie }, deps.now());
        if (hasCookie) return { kind: 'session-key' };
        return visitorOf(sandbox, credentialsIn(visit, name.slot === slotOf('VSCODE')), deps);
      },
      enter:
        keylessUri !== undefined && name.slot >= FIRST_OPENED_SLOT
          ? (sandbox: Sandbox, port: AddressedPort) => admit(signed, { sandbox, port }, keylessUri, deps.now())
          : undefined,
      countWake: () => countWake(visit.viewer, deps.windows, deps.now()),
    };
    return await answerAddress(name, identified, {
      ...deps,
      auditPart: (sandbox, visitor) => deps.partOf(wakeAudit(sandbox, visitor, visit, event, deps.now())),
    });
  } catch (error) {
    log.error('address not answered', { request_id: event.requestContext.requestId, error });
    return refused('internal_error', 'Something went wrong on our side. Contact support with the request id.');
  }
}

const NOT_OF_EDGE =
  'No sandbox has this address, or the request did not come through the edge. Use the URLs in exposed_urls unchanged.';

/** The name of a request that the edge has verified and sent. Nothing is read for any other request. */
async function signedName({ claim, proof }: ReadVisit, { names, now }: Deps): Promise<SignedName | undefined> {
  const name = await names.verify(claim.text);
  if (!name) return undefined;
  const nameKey = await names.keyOf(name);
  return isOfEdge(proof, claim, nameKey, now()) ? { name, nameKey } : undefined;
}
