import type { OidcSettings } from '../../../../shared/domain/accounts/people/oidc-settings.ts';

/** An identity provider without sign-up. */
export const someSettings: OidcSettings = {
  issuer: 'https://id.example.com',
  clientId: 'acs',
  scopes: ['openid', 'email', 'profile'],
  claims: {
    email: 'email',
    email_verified: 'email_verified',
    name: 'name',
    picture: 'picture',
    groups: 'groups',
  },
  trustEmail: false,
  roles: { 'acs-admins': 'admin', 'acs-members': 'member', 'acs-operators': 'operator' },
  signUp: 'invited',
};
