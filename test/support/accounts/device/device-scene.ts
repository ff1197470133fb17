import { authorizeDevice } from '../../../../functions/accounts/authorize-device.ts';
import { getDeviceRequest } from '../../../../functions/accounts/get-device-request.ts';
import { getDeviceToken } from '../../../../functions/accounts/get-device-token.ts';
import { verifyDevice } from '../../../../functions/accounts/verify-device.ts';
import type { Caller } from '../../../../shared/contract/endpoint/caller.ts';
import { DynamoRedeemableCodes } from '../../../../shared/domain/accounts/device/dynamo-device-codes.ts';
import { DynamoKeyStore } from '../../../../shared/domain/accounts/keys/dynamo-key-store.ts';
import { issueKey, type KeyOrder } from '../../../../shared/domain/accounts/keys/issue-key.ts';
import { KeyJournal } from '../../../../shared/domain/accounts/keys/key-journal.ts';
import { DynamoMemberStore } from '../../../../shared/domain/accounts/people/dynamo-member-store.ts';
import { DynamoMembers } from '../../../../shared/domain/accounts/people/dynamo-members.ts';
import { RequestWindows } from '../../../../shared/domain/accounts/windows/request-windows.ts';
import { invoke, type TestAnswer, type TestRequest } from '../../http/invoke.ts';
import { anOwner } from '../../http/walk.ts';
import type { ServiceTables } from '../../service-tables.ts';

export const publicBaseUrl = 'https://api.example.com';

export const start = new Date('2035-01-01T12:00:00.000Z');
export const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);

export const form = (rawBody: string) => ({
  rawBody,
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
});
export const failure = ({ status, body }: TestAnswer) => [status, body.error];

/** A device, the person who approves it, and the endpoints between them. */
export function deviceScene(tables: ServiceTables) {
  const codes = new DynamoRedeemableCodes(tables.documents, tables);
  const windows = new RequestWindows(tables.documents, tables);
  const keys = new DynamoKeyStore(tables.documents, tables);
  const journal = new KeyJournal(tables);
  const members = new DynamoMemberStore(tables.documents, tables);
  const changes = new DynamoMembers(tables.documents, tables);
  const ask = (request: TestRequest, at: Date = start) =>
    invoke(getDeviceToken, { codes, windows, keys, members, changes, journal, now: () => at }, request);
  return {
    codes,
    windows,
    keys,
    ask,
    poll: (device: string, at: Date) => ask({ body: { device_code: device } }, at),
    authorize: async (asked?: object): Promise<{ device: string; user: string }> => {
      const deps = { codes, windows, publicBaseUrl, now: () => start };
      const { body } = await invoke(authorizeDevice, deps, asked ? { body: asked } : {});
      return { device: body.device_code, user: body.user_code };
    },
    approver: async (ownerId = anOwner(), expiresAt: Date | null = null, own: Partial<KeyOrder> = {}) => {
      const { record } = await issueKey({ ownerId, name: 'laptop', expiresAt, ...own }, keys, start);
      return { ownerId, keyId: record.key_id };
    },
    decide: (
      caller: Pick<Caller, 'ownerId' | 'keyId'> & Partial<Caller>,
      user: string,
      decision = 'approve',
      at = start,
      choice = {},
    ) =>
      invoke(
        verifyDevice,
        { codes, keys, windows, now: () => at },
        { body: { user_code: user, decision, ...choice }, caller },
      ),
    look: (caller: { ownerId: string; keyId: string }, user: string, at = start) =>
      invoke(getDeviceRequest, { codes, keys, windows, now: () => at }, { params: { user_code: user }, caller }),
  };
}
