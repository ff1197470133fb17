import { createHash, randomBytes, randomInt } from 'node:crypto';

/** Lets people and secret scanners recognise a token of this service. No JSON Web Token has four parts. */
const PREFIX = 'acsi';

/** Ids are numbers that JSON can hold exactly. */
const MOST = 2 ** 47;

/** Where an invitation is, and the secret that opens it. */
export interface InvitationToken {
  readonly ownerId: string;
  readonly invitationId: string;
  /** The whole token. It is shown once and never stored. */
  readonly text: string;
}

export function newInvitationToken(ownerId: string): InvitationToken {
  const invitationId = String(randomInt(1, MOST));
  const owner = Buffer.from(ownerId).toString('base64url');
  return {
    ownerId,
    invitationId,
    text: [PREFIX, owner, invitationId, randomBytes(32).toString('base64url')].join('.'),
  };
}

/** Reads a token that has the form of the contract. */
export function parseInvitationToken(text: string): InvitationToken {
  const [, owner = '', invitationId = ''] = text.split('.');
  return { ownerId: Buffer.from(owner, 'base64url').toString(), invitationId, text };
}

/** Stored instead of the token. A secret of 256 random bits needs no slow hash. */
export function hashOfToken({ text }: InvitationToken): string {
  return createHash('sha256').update(text).digest('hex');
}
