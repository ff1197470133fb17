import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { Membership } from '../shapes/membership.ts';

const User = z
  .object({
    id: z.string(),
    email: z.string().nullable(),
    name: z.string().nullable(),
    picture: z.string().nullable().meta({ description: 'An HTTPS URL.' }),
  })
  .meta({ id: 'User' });

export const signOut = defineEndpoint(() => ({
  id: 'sign-out',
  area: 'accounts',
  tag: 'people',
  method: 'POST',
  path: '/api/logout',
  summary: 'Sign out',
  description:
    'Invalidates all tokens of the person that were issued until now, in all browsers and programs. Also end the session at the identity provider, which can otherwise issue new tokens. With an API key, nothing changes.',
  access: 'person',
  acceptsKeys: true,
  generation: 'v1',
  success: { status: 200, body: z.object({ message: z.literal('Signed out') }) },
  errors: [],
}));

export const signIn = defineEndpoint(() => ({
  id: 'sign-in',
  area: 'accounts',
  tag: 'people',
  method: 'POST',
  path: '/api/v1/sign-in',
  summary: 'Sign in',
  description:
    "Send this request with a token of the identity provider after each sign-in and each refresh. It records the person, and makes them a member of the owner that the deployment's settings assign, by a claim or by the domain of a verified email address. For a person who is a member of no owner, `memberships` is empty.",
  access: 'person',
  generation: 'v1',
  success: {
    status: 200,
    body: z
      .object({
        user: User,
        memberships: z.array(Membership),
        current_owner_id: z.string().nullable().meta({
          description: 'The owner of requests without X-Org-Id. Null for a person who is a member of no owner.',
        }),
      })
      .meta({ id: 'SignedInUser' }),
  },
  errors: ['conflict', 'forbidden'],
}));
