import { expect, it } from 'vitest';
import { findOrganizationMember } from '../../../../functions/accounts/find-organization-member.ts';
import { getOrganizationMember } from '../../../../functions/accounts/get-organization-member.ts';
import type { Caller } from '../../../../shared/contract/endpoint/caller.ts';
import { organizationOf } from '../../../../shared/domain/accounts/organization.ts';
import { aPerson } from '../../../support/accounts/people/a-person.ts';
import { peopleScene } from '../../../support/accounts/people/people-scene.ts';
import { expectHosted } from '../../../support/hosted/hosted-schema.ts';
import { invoke } from '../../../support/http/invoke.ts';

const scene = await peopleScene();

const me = (caller: Caller) =>
  invoke(getOrganizationMember, {}, { caller, params: { org_id: organizationOf(caller.ownerId) } });

it('members have the form of the hosted product, with its permissions', async () => {
  const admin = await scene.anAdmin();
  const viewer = await scene.someone(admin.ownerId, 'viewer');

  const { body } = await me(admin.caller);

  expectHosted('MeResponse', body);
  expect(body.permissions).toEqual(
    expect.arrayContaining(['invite_user_to_organization', 'change_organization_name', 'view_org_conversations']),
  );
  const lookUp = (caller: Caller, user_id: string) =>
    invoke(
      findOrganizationMember,
      { members: scene.members },
      { caller, params: { org_id: organizationOf(admin.ownerId), user_id } },
    );
  const seen = await lookUp(admin.caller, viewer.person.id);
  const narrow = { ...admin.caller, scopes: ['usage:read' as const] };
  expect((await lookUp(narrow, viewer.person.id)).body).toMatchObject({
    ...{ code: 'insufficient_scope', required_scope: 'members:read' },
  });
  expect((await lookUp(narrow, admin.person.id)).status).toBe(200);
  expect(seen.body.permissions).toEqual(['view_org_settings', 'view_llm_settings']);
  expect((await me(viewer.caller)).body.permissions).toEqual(seen.body.permissions);
  expectHosted('OrgMemberPage', (await scene.list(admin.caller)).body);
  expectHosted('OrgMemberResponse', (await scene.update(admin.caller, viewer.person.id, { role: 'member' })).body);
});

it('invitations have the form of the hosted product', async () => {
  const admin = await scene.anAdmin();
  const person = aPerson();

  const { body: made } = await scene.invite(admin.caller, { emails: [person.email, admin.person.email] });

  expectHosted('BatchInvitationResponse', made);
  expect([made.successful.length, made.failed.length]).toEqual([1, 1]);
  expectHosted('PendingInvitationsResponse', (await scene.pending(admin.caller)).body);
  const { body: accepted } = await scene.accept(made.successful[0].token, person);
  expectHosted('AcceptInvitationResponse', accepted);
});
