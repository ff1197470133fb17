import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { RequestOrigin, SignedIn } from '../../../contract/endpoint/caller.ts';
import { noLimits } from '../../../contract/shapes/limits.ts';
import { absent, all, exists, unchanged, updateOf, when } from '../../../platform/aws/expressions.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import { type Part, transact } from '../../../platform/aws/transact.ts';
import { timestamp } from '../../../platform/clock.ts';
import { VersionConflictError } from '../../../platform/errors.ts';
import type { Tables } from '../../../rights/statement.ts';
import { AuditJournal, personAuthor } from '../audit/audit-journal.ts';
import { adminCountPart } from './admin-count.ts';
import type { Assigned } from './assigned.ts';
import { type MemberRecord, memberRow, PERSON, type PersonRecord } from './member-record.ts';
import type { OidcSettings } from './oidc-settings.ts';
import { confirmedEmail } from './person.ts';

/** How often the time of the last sign-in is written, in milliseconds. Clients also send it with each new token. */
const EVERY_MS = 10 * 60_000;

/** What sign-ins write. */
export class DynamoSignIns extends TableStore<Tables<'members' | 'owners' | 'audit'>> {
  readonly #journal = new AuditJournal(this.tables);
  readonly #settings: Pick<OidcSettings, 'issuer'>;

  constructor(
    documents: ConstructorParameters<typeof TableStore>[0],
    tables: Tables<'members' | 'owners' | 'audit'>,
    settings: Pick<OidcSettings, 'issuer'>,
  ) {
    super(documents, tables);
    this.#settings = settings;
  }

  /** Writes the person's own row, unless it says the same already. It never ends a sign-out. */
  async record(person: SignedIn, before: PersonRecord | undefined, now: Date): Promise<void> {
    const { id, subject, name, picture } = person;
    const email = confirmedEmail(person);
    const isSame = before?.email === email && before.name === name && before.picture === picture;
    if (isSame && now.getTime() - Date.parse(before.last_sign_in_at) < EVERY_MS) return;
    const time = timestamp(now);
    await this.documents.send(
      new UpdateCommand({
        TableName: this.tables.members,
        Key: { person_id: id, owner_id: PERSON },
        ...updateOf({
          set: { issuer: this.#settings.issuer, subject, email, name, picture, last_sign_in_at: time },
          setOnce: { first_sign_in_at: time },
        }),
      }),
    );
  }

  /** @throws VersionConflictError when the person became a member meanwhile */
  async join({ ownerId, role, managed }: Assigned, person: SignedIn, request: RequestOrigin, now: Date): Promise<void> {
    const { id, name } = person;
    const email = confirmedEmail(person);
    const times = { joined_at: timestamp(now), revision: 0 };
    const member = { person_id: id, owner_id: ownerId, role, managed, email, name, ...times };
    const Item = memberRow({ ...member, status: 'ACTIVE', limits: noLimits });
    const put = { Put: { TableName: this.tables.members, Item, ...when(absent('person_id')) } };
    await transact(this.documents, [
      { item: put, lost: () => new VersionConflictError('member', id) },
      adminCountPart(this.tables.owners, { ownerId, from: undefined, to: role }, { by: id, now }),
      this.#entry('member.joined', ownerId, person, request, now),
    ]);
  }

  /**
   * Changes a member as the provider says. It decides on its own admins, also on the last one.
   *
   * @throws VersionConflictError when the member has changed since
   */
  async follow(before: MemberRecord, next: MemberRecord, request: RequestOrigin, now: Date): Promise<void> {
    const { person_id, owner_id: ownerId, role, email, name } = next;
    const hasNewRole = role !== before.role;
    const Update = {
      TableName: this.tables.members,
      Key: { person_id, owner_id: ownerId },
      ...updateOf({
        set: { role, email, name },
        ...(hasNewRole ? { add: { revision: 1 } } : {}),
        when: all(exists('person_id'), unchanged('revision', before.revision)),
      }),
    };
    const written = { item: { Update }, lost: () => new VersionConflictError('member', person_id) };
    const change = { ownerId, from: before.role, to: role };
    const counted = adminCountPart(this.tables.owners, change, { by: person_id, now, mayLeaveNone: true });
    const person = { id: person_id, name, email };
    const entry = this.#entry('member.updated', ownerId, person, request, now);
    await transact(this.documents, hasNewRole ? [written, counted, entry] : [written]);
  }

  #entry(
    action: 'member.joined' | 'member.updated',
    ownerId: string,
    { id, name, email }: Pick<SignedIn, 'id' | 'name' | 'email'>,
    request: RequestOrigin,
    now: Date,
  ): Part {
    const author = personAuthor({ id, name, email }, ownerId, request);
    return this.#journal.entry(action, ownerId, { user_id: id }, author, now);
  }
}
