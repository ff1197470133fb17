import { DynamoDeviceCodes, DynamoRedeemableCodes } from '../domain/accounts/device/dynamo-device-codes.ts';
import { RequestWindows } from '../domain/accounts/device/request-windows.ts';
import { DynamoKeyStore } from '../domain/accounts/keys/dynamo-key-store.ts';
import { AuditJournal, KeyJournal } from '../domain/accounts/keys/key-journal.ts';
import { DynamoOwnerStore } from '../domain/accounts/owners/dynamo-owner-store.ts';
import { documents } from '../platform/aws/documents.ts';
import { systemClock } from '../platform/clock.ts';
import type { Tables } from '../rights/statement.ts';

type Journalled = Tables<'apiKeys' | 'audit' | 'integratorEvents'>;

export const keyStore = (granted: Tables<'apiKeys'>) => new DynamoKeyStore(documents(), granted);

export const keyJournal = (granted: Tables<'audit' | 'integratorEvents'>) => new KeyJournal(granted);

export const ownerStore = (granted: Tables<'owners'>) => new DynamoOwnerStore(documents(), granted);

export const changeKeysDeps = (granted: Journalled) => ({
  keys: keyStore(granted),
  journal: keyJournal(granted),
  now: systemClock,
});

/** Changes of limits publish no event. */
export const changeLimitsDeps = (granted: Tables<'apiKeys' | 'owners' | 'audit'>) => ({
  keys: keyStore(granted),
  owners: ownerStore(granted),
  journal: new AuditJournal(granted),
  now: systemClock,
});

export const administerDeps = (granted: Journalled & Tables<'owners'>) => ({
  ...changeKeysDeps(granted),
  owners: ownerStore(granted),
});

export const deviceCodes = (granted: Tables<'deviceCodes'>) => new DynamoDeviceCodes(documents(), granted);

export const requestWindows = (granted: Tables<'deviceCodes'>) => new RequestWindows(documents(), granted);

export const redeemableCodes = (granted: Tables<'deviceCodes' | 'apiKeys'>) =>
  new DynamoRedeemableCodes(documents(), granted);
