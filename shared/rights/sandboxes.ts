import { startBackfill, startDelivery, takeDeliveries, wakeStarts } from './conversation-groups.ts';
import {
  addressPorts,
  addressSandboxes,
  changeEntries,
  changePorts,
  changeSandbox,
  checkOwnSpecs,
  claimRequests,
  claimWarmTasks,
  deriveKeys,
  findOwnSpec,
  forkSandboxes,
  holdSnapshots,
  keepPools,
  knowOwnAddress,
  newSandbox,
  publishMetrics,
  readSandbox,
  readSandboxes,
  readSnapshot,
  reconcileSandboxes,
  saveSandbox,
  sealClaims,
  startSandbox,
  takePlacesToWait,
  writeSandbox,
  writeSnapshot,
  writeUsage,
} from './groups.ts';
import { type AreaRights, rights } from './statement.ts';

const changeOwnSpec = rights(findOwnSpec, checkOwnSpecs, { sandboxSpecs: ['PutItem'] });

export const sandboxesRights = {
  'search-sandbox-specs': rights({ sandboxSpecs: ['Query'], variables: ['OWNER_SPECS'] }),
  'batch-get-sandbox-specs': rights({ sandboxSpecs: ['Query'] }),
  'get-sandbox-spec': findOwnSpec,
  'create-sandbox-spec': rights(checkOwnSpecs, claimRequests, { sandboxSpecs: ['PutItem', 'UpdateItem'] }),
  'update-sandbox-spec': changeOwnSpec,
  'recheck-sandbox-spec': changeOwnSpec,
  'delete-sandbox-spec': rights(findOwnSpec, { sandboxSpecs: ['PutItem', 'UpdateItem', 'DeleteItem'] }),
  'search-sandboxes': rights(deriveKeys, { sandboxes: ['created_at_index'] }),
  'batch-get-sandboxes': rights(readSandboxes, deriveKeys),
  'get-sandbox': rights(readSandbox, deriveKeys, takePlacesToWait),
  'start-sandbox': rights(readSandbox, newSandbox, claimWarmTasks, claimRequests, holdSnapshots, findOwnSpec),
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
  // Of a paused sandbox, its saved workspace becomes the snapshot: its own storage ends, in the ledger too.
  'create-snapshot': rights(writeSandbox, writeSnapshot, writeUsage, claimRequests, {
    snapshots: ['UpdateItem'],
    owners: ['UpdateItem'],
    workers: ['reconcile-snapshot'],
    variables: ['SNAPSHOT_LIMIT'],
  }),
  'fork-sandbox': rights(startSandbox, findOwnSpec, forkSandboxes, claimRequests, { workers: ['reconcile-snapshot'] }),
  'restore-sandbox': rights(writeSandbox, forkSandboxes, claimRequests),
  // A member sees a snapshot like its sandbox.
  'search-snapshots': rights(readSandboxes, { snapshots: ['Query'] }),
  'get-snapshot': readSnapshot,
  'update-snapshot': writeSnapshot,
  'delete-snapshot': rights(writeSnapshot, { owners: ['UpdateItem'], workers: ['reconcile-snapshot'] }),
  'list-snapshot-deletions': rights(readSandboxes, { snapshots: ['deleted_index'] }),
  'get-snapshot-deletion': readSnapshot,
  // Writes the file system of a running sandbox to its disk through its agent, and copies the disk.
  'reconcile-snapshot': rights(writeSandbox, writeSnapshot, writeUsage, deriveKeys, publishMetrics, {
    // If EC2 has lost the data, every snapshot that shares it fails.
    snapshots: ['UpdateItem', 'ebs_index'],
    owners: ['UpdateItem'],
    disks: ['copy'],
    workers: ['wake-sandbox'],
  }),
  'list-sandbox-deletions': rights({ sandboxes: ['deleted_index'] }),
  'get-sandbox-deletion': readSandbox,
  // Only this function and the sweep invoke wake-sandbox: if it invoked itself, the loop would never end. In a burst of
  // starts, the sweep offers turns between its runs.
  'reconcile-sandbox': rights(reconcileSandboxes, keepPools, {
    workers: ['wake-sandbox', 'sweep-sandboxes', 'reconcile-snapshot'],
  }),
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
    members: ['GetItem'],
    audit: ['PutItem'],
    deviceCodes: ['UpdateItem'],
    variables: ['SANDBOX_ADDRESS'],
  }),
  // The only function that registers task definitions. Starts the sandbox of a check for its owner, and ends it.
  'check-sandbox-spec': rights(startSandbox, saveSandbox, findOwnSpec, deriveKeys, publishMetrics, {
    sandboxSpecs: ['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    sandboxes: ['created_at_index'],
    tasks: ['register'],
    logs: ['read'],
  }),
  // Without a key store there is nothing to install, and the function gets no rights.
  'install-ingress-keys': rights(deriveKeys, { edgeKeys: ['install'], variables: ['EDGE_SERVICE_URL'] }),
  // The same holds for the writer of entries.
  'write-edge-entries': rights(publishMetrics, {
    edgeEntries: ['BatchGetItem', 'PutItem', 'UpdateItem', 'live_index'],
    edgeStore: ['write'],
  }),
} satisfies AreaRights<'sandboxes'>;
