import { describe, expect, it } from 'vitest';
import { limitsOf } from '../../../../shared/contract/shapes/limits.ts';
import { defaultScopes, scopes } from '../../../../shared/contract/shapes/scopes.ts';
import { issueKey } from '../../../../shared/domain/accounts/keys/issue-key.ts';
import { peopleScene, start } from '../../../support/accounts/people/people-scene.ts';
import { aCaller } from '../../../support/http/a-caller.ts';
import { badFields } from '../../../support/http/answers.ts';
import { anOwner } from '../../../support/http/walk.ts';

const scene = await peopleScene();
const days = (count: number) => new Date(start.getTime() + count * 86_400_000);

describe('an invitation', () => {
  it('is made for each address, with a URL whose fragment has the token', async () => {
    const { caller, ownerId, person } = await scene.anAdmin();

    const { status, body } = await scene.invite(caller, {
      emails: ['Grace@Example.com', 'b@example.com'],
      role: 'viewer',
    });

    expect(status).toBe(201);
    expect(body).toMatchObject({ failed: [], email_delivery_configured: false });
    expect(body.successful).toHaveLength(2);
    const [first] = body.successful;
    expect(first).toEqual({
      id: expect.any(Number),
      email: 'grace@example.com',
      role: 'member',
      access_role: 'viewer',
      status: 'pending',
      created_at: start.toISOString(),
      expires_at: days(7).toISOString(),
      inviter_email: person.email,
      inviter_name: person.name,
      invite_url: `https://console.example.com/invitation#token=${first.token}`,
      token: expect.stringMatching(/^acsi\./),
      email_sent: false,
    });
    expect(await scene.recorded(ownerId)).toEqual([
      ['member.invited', 'person', person.id],
      ['member.invited', 'person', person.id],
    ]);
  });

  it('shows its token only once, and is stored as a hash', async () => {
    const { caller, ownerId, token } = await scene.aLink();

    const { body } = await scene.pending(caller);

    expect(body.items).toMatchObject([{ email: '', token: null, invite_url: null }]);
    expect(JSON.stringify(await scene.invitations.ofOwner(ownerId))).not.toContain(token.split('.')[3]);
  });

  it('is refused for members and for addresses with a pending one, and made for the others', async () => {
    const { caller, person } = await scene.anAdmin();
    await scene.invite(caller, { emails: ['twice@example.com'] });

    const { body } = await scene.invite(caller, { emails: [person.email, 'twice@example.com', 'new@example.com'] });

    expect(body.failed.map(({ email }: { readonly email: string }) => email)).toEqual([
      person.email,
      'twice@example.com',
    ]);
    expect(body.successful).toMatchObject([{ email: 'new@example.com' }]);
  });

  it('is sent by mail, and its maker learns when the mail was not sent', async () => {
    const { caller, ownerId } = await scene.anAdmin();
    const sent: { readonly to: string; readonly text: string }[] = [];
    const mail = {
      send: async (message: (typeof sent)[number]) => {
        if (message.to.startsWith('bounces')) throw new Error('refused');
        sent.push(message);
      },
    };

    const { body } = await scene.invite(
      caller,
      { emails: ['ada@example.com', 'bounces@example.com'] },
      { ...scene.inviteDeps(), mail },
    );

    expect(body.email_delivery_configured).toBe(true);
    expect(body.successful.map((one: { readonly email_sent: boolean }) => one.email_sent)).toEqual([true, false]);
    expect(sent).toMatchObject([
      { to: 'ada@example.com', text: expect.stringContaining(body.successful[0].invite_url) },
    ]);
    expect(sent[0]?.text).toContain(ownerId);
  });

  it.each([
    [{ emails: [] }, 'body.emails'],
    [{ emails: Array.from({ length: 21 }, (_, at) => `a${at}@example.com`) }, 'body.emails'],
    [{ emails: ['Ada <ada@example.com>'] }, 'body.emails.0'],
    [{ role: 'operator' }, 'body.role'],
    [{ expires_at: days(-1).toISOString() }, 'body.expires_at'],
    [{ expires_at: days(31).toISOString() }, 'body.expires_at'],
  ])('is refused for %j', async (body, field) => {
    const { caller } = await scene.anAdmin();

    const answer = await scene.invite(caller, body);

    expect([answer.status, badFields(answer)]).toEqual([422, [field]]);
  });

  it('cannot give more than its maker has', async () => {
    const { caller } = await scene.anAdmin();
    const narrow = { ...aCaller, ownerId: caller.ownerId, scopes: ['members:write' as const] };

    expect((await scene.invite(narrow, { role: 'viewer' })).body.code).toBe('insufficient_scope');
    const noAudit = { ...caller, scopes: [...defaultScopes, 'members:write' as const] };
    expect((await scene.invite(noAudit, { role: 'admin' })).body.required_scope).toBe('audit:read');
  });

  it('cannot be made by a key with limits', async () => {
    const limited = { ...aCaller, ownerId: anOwner(), scopes, limits: limitsOf({ monthly_budget_usd: 1 }) };

    expect((await scene.invite(limited, {})).body.code).toBe('forbidden');
  });

  it('is not made when its maker was removed or demoted meanwhile', async () => {
    for (const change of [{ role: 'member' as const }, { status: 'REMOVED' as const }]) {
      const { caller, ownerId } = await scene.anAdmin();
      const other = await scene.someone(ownerId, 'admin');
      const demote = async () => {
        const row = await scene.members.find(ownerId, caller.keyId);
        if (row) await scene.changes.change(row, change, []);
      };

      const answer = await scene.invite(caller, {}, scene.before(scene.inviteDeps(), 'write', demote));

      expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated']);
      expect((await scene.pending(other.caller)).body.items).toEqual([]);
    }
  });

  it('is not made when its key was revoked meanwhile', async () => {
    const ownerId = anOwner();
    const { record } = await issueKey({ ownerId, name: null, expiresAt: null, scopes }, scene.keys, start);
    const caller = { ...aCaller, ownerId, keyId: record.key_id, scopes };
    const revoke = () => scene.keys.revoke(record.key_id, start);

    const answer = await scene.invite(caller, {}, scene.before(scene.inviteDeps(), 'write', revoke));

    expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated']);
  });

  it('is limited in number', async () => {
    const { caller } = await scene.anAdmin();
    for (let at = 0; at < 5; at += 1) {
      const emails = Array.from({ length: 20 }, (_, one) => `many-${at}-${one}@example.com`);
      expect((await scene.invite(caller, { emails })).status).toBe(201);
    }

    expect((await scene.invite(caller, {})).body.code).toBe('conflict');
  });
});
