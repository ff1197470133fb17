import type { Check } from './check.ts';
import { alarms } from './checks/alarms.ts';
import { credentials } from './checks/credentials.ts';
import { defaultEbsKey } from './checks/default-ebs-key.ts';
import { ingress } from './checks/ingress.ts';
import { mail } from './checks/mail.ts';
import { oidc } from './checks/oidc.ts';
import { orphans } from './checks/orphans.ts';
import { apiThrottle, diskQuotas, fargateQuota, lambdaConcurrency } from './checks/quotas.ts';
import { roles } from './checks/roles.ts';
import { sandboxAccess } from './checks/sandbox-access.ts';
import { secrets } from './checks/secrets.ts';
import { stacks } from './checks/stacks.ts';
import { streamReaders } from './checks/stream-readers.ts';
import { versions } from './checks/versions.ts';
import { warmPool } from './checks/warm-pool.ts';

/** All checks, in the order of the report. */
export const checks: readonly Check[] = [
  credentials,
  stacks,
  fargateQuota,
  warmPool,
  lambdaConcurrency,
  diskQuotas,
  apiThrottle,
  roles,
  defaultEbsKey,
  secrets,
  mail,
  oidc,
  versions,
  ingress,
  sandboxAccess,
  alarms,
  streamReaders,
  orphans,
];
