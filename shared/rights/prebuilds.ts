import {
  deriveKeys,
  findOwnSpec,
  knowOwnAddress,
  makeAppTokens,
  newSandbox,
  openSecrets,
  publishMetrics,
  readSandbox,
  readSettings,
  saveSandbox,
  sealClaims,
  writeSnapshot,
  writeUsage,
} from './groups.ts';
import { type AreaRights, rights } from './statement.ts';

const readPrebuild = rights(knowOwnAddress, { prebuilds: ['GetItem'] });
const changePrebuild = rights({ prebuilds: ['GetItem', 'PutItem'] });
const savePrebuild = rights(knowOwnAddress, changePrebuild);
const startWork = rights({ workers: ['build-prebuild'] });
const unlessSuspended = rights({ owners: ['GetItem', 'ConditionCheckItem'] });

export const prebuildsRights = {
  // One transaction writes the prebuild, the claim of its source and the owner's count of prebuilds.
  'create-prebuild': rights(sealClaims, knowOwnAddress, startWork, unlessSuspended, findOwnSpec, {
    prebuilds: ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
  }),
  'list-prebuilds': rights(knowOwnAddress, { prebuilds: ['Query'] }),
  'get-prebuild': readPrebuild,
  'update-prebuild': rights(savePrebuild, findOwnSpec),
  'delete-prebuild': rights(changePrebuild, startWork, { prebuilds: ['DeleteItem'] }),
  'request-prebuild-build': rights(savePrebuild, startWork, unlessSuspended),
  'rotate-prebuild-secret': rights(savePrebuild, sealClaims),
  // Strangers call it: it can read one prebuild, open its secret and ask for a build.
  'receive-push': rights(openSecrets, startWork, changePrebuild, { prebuilds: ['hook_index'] }),
  // Starts and deletes the sandbox of a build, makes its workspace a snapshot, and deletes the snapshot before it.
  'build-prebuild': rights(
    newSandbox,
    readSandbox,
    saveSandbox,
    deriveKeys,
    findOwnSpec,
    readSettings,
    makeAppTokens,
    knowOwnAddress,
    publishMetrics,
    writeSnapshot,
    writeUsage,
    {
      prebuilds: ['GetItem', 'PutItem', 'DeleteItem', 'UpdateItem'],
      // The limits of the person who pays can have changed.
      members: ['GetItem'],
      snapshots: ['UpdateItem'],
      integratorEvents: ['PutItem'],
      workers: ['reconcile-snapshot'],
      variables: ['SNAPSHOT_LIMIT'],
    },
  ),
} satisfies AreaRights<'prebuilds'>;
