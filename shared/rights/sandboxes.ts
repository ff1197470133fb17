import {
  addressPorts,
  addressSandboxes,
  changeEntries,
  changePorts,
  changeSandbox,
  claimRequests,
  claimWarmTasks,
  deriveKeys,
  holdSnapshots,
  keepPools,
  knowOwnAddress,
  newSandbox,
  nothing,
  publishMetrics,
  readSandbox,
  readSandboxes,
  reconcileSandboxes,
  sealClaims,
  startBackfill,
  startDelivery,
  startSandbox,
  takeDeliveries,
  takePlacesToWait,
  wakeStarts,
  writeSandbox,
} from './groups.ts';
import { type AreaRights, rights } from './statement.ts';

export const sandboxesRights = {
  'search-sandbox-specs': nothing,
  'batch-get-sandbox-specs': nothing,
  'search-sandboxes': rights(deriveKeys, { sandboxes: ['created_at_index'] }),
  'batch-get-sandboxes': rights(readSandboxes, deriveKeys),
  'get-sandbox': rights(readSandbox, deriveKeys, takePlacesToWait),
  'start-sandbox': rights(newSandbox, claimWarmTasks, claimRequests, holdSnapshots),
  'update-sandbox': rights(writeSandbox, deriveKeys),
  'pause-sandbox': rights(changeSandbox, claimRequests),
  'resume-sandbox': rights(startSandbox, claimRequests),
  // At once, its addresses lead to no agent with the old key.
  'rotate-session-key': rights(writeSandbox, claimRequests, changeEntries),
  'delete-sandbox': changeSandbox,
  'list-sandbox-ports': rights(readSandbox, addressPorts),
  'open-sandbox-port': rights(changePorts, sealClaims, { variables: ['SANDBOX_PORTS'] }),
  'change-sandbox-port': changePorts,
  'close-sandbox-port': changePorts,
  'open-port-in-browser': rights(readSandbox, addressPorts),
  'list-sandbox-deletions': rights({ sandboxes: ['deleted_index'] }),
  'get-sandbox-deletion': readSandbox,
  // Only this function and the sweep invoke wake-sandbox: if it invoked itself, the loop would never end. In a burst of
  // starts, the sweep offers turns between its runs.
  'reconcile-sandbox': rights(reconcileSandboxes, keepPools, { workers: ['wake-sandbox', 'sweep-sandboxes'] }),
  // Agents send their events to the API's address.
  'boot-sandbox': rights(
    writeSandbox,
    deriveKeys,
    addressSandboxes,
    changeEntries,
    knowOwnAddress,
    publishMetrics,
    wakeStarts,
    startBackfill,
    startDelivery,
    { tasks: ['describe', 'find-address'], variables: ['ALLOWED_ORIGINS'] },
  ),
  // Fetches undelivered events, like the receivers of the agents' webhooks.
  'stop-sandbox': rights(writeSandbox, takeDeliveries, deriveKeys, publishMetrics, {
    events: ['BatchGetItem'],
    tasks: ['stop'],
  }),
  'wake-sandbox': reconcileSandboxes,
  // Resumes a sandbox for a request at its address, as resume-sandbox does. Strangers call it, too: it can write what a
  // resume writes, the entry of the audit log, and the count of the wakes of an IP address.
  'answer-address': rights(startSandbox, deriveKeys, publishMetrics, {
    sandboxes: ['address_index'],
    edgeEntries: ['GetItem'],
    apiKeys: ['GetItem'],
    audit: ['PutItem'],
    deviceCodes: ['UpdateItem'],
    variables: ['SANDBOX_ADDRESS'],
  }),
  // Without a key store there is nothing to install, and the function gets no rights.
  'install-ingress-keys': rights(deriveKeys, { edgeKeys: ['install'], variables: ['EDGE_SERVICE_URL'] }),
  // The same holds for the writer of entries.
  'write-edge-entries': rights(publishMetrics, {
    edgeEntries: ['BatchGetItem', 'PutItem', 'UpdateItem', 'live_index'],
    edgeStore: ['write'],
  }),
} satisfies AreaRights<'sandboxes'>;
