import { describe, expect, it } from 'vitest';
import type { Account } from '../../../../../infra/doctor/account/account.ts';
import type { Subject } from '../../../../../infra/doctor/check.ts';
import { oidc } from '../../../../../infra/doctor/checks/oidc.ts';
import { type Claims, TokenIssuer } from '../../../../support/accounts/oidc-provider.ts';
import { aSubject, levels, words } from '../../../../support/doctor/a-subject.ts';

const noStacks = { stacks: async () => ({ stacks: [] }) } as unknown as Account;

const subjectFor = (issuer: string, own: object = {}): Subject =>
  aSubject({ settings: { oidc: { issuer, clientId: 'console', ...own } } });

async function findings(misbehave: (issuer: TokenIssuer) => void, own: object = {}) {
  const issuer = await TokenIssuer.start();
  misbehave(issuer);
  return oidc.run(noStacks, subjectFor(issuer.issuer, own));
}

describe('doctor on the identity provider', () => {
  it('says that a deployment without one has only API keys, and asks nothing', async () => {
    const found = await oidc.run(noStacks, aSubject());

    expect(levels(found)).toEqual(['ok']);
    expect(words(found)).toContain('oidc is not set');
  });

  it('is content with a provider that offers codes and PKCE', async () => {
    const found = await findings(() => undefined);

    expect(levels(found)).toEqual(['ok']);
    expect(words(found)).toContain('people can sign in there by code and PKCE');
  });

  it('is content with one that does not say that it has PKCE, as Entra', async () => {
    const found = await findings((issuer) =>
      Object.assign(issuer, { discovery: { code_challenge_methods_supported: undefined } }),
    );

    expect(levels(found)).toEqual(['ok']);
  });

  it.each<[string, Claims, string]>([
    ['another issuer', { issuer: 'https://login.example.com' }, 'names itself https://login.example.com'],
    ['no codes', { response_types_supported: ['token'] }, 'does not offer codes'],
    ['no PKCE', { code_challenge_methods_supported: [] }, 'does not offer PKCE with S256'],
    ['only plain challenges', { code_challenge_methods_supported: ['plain'] }, 'does not offer PKCE with S256'],
    ['only HMAC', { id_token_signing_alg_values_supported: ['HS256', 'none'] }, 'by HS256, none, which the service'],
    ['no keys', { jwks_uri: undefined }, 'cannot be read: it names no keys'],
    ['keys that do not exist', { jwks_uri: 'http://127.0.0.1:1/' }, 'The keys of http://127.0.0.1:'],
    [
      'its tokens elsewhere',
      { token_endpoint: 'https://tokens.example.com/token' },
      'Add https://tokens.example.com to `origins`',
    ],
  ])('finds a provider with %s', async (_, discovery, says) => {
    const found = await findings((issuer) => Object.assign(issuer, { discovery }));

    expect(levels(found)).toEqual(['error']);
    expect(words(found)).toContain(says);
  });

  it('is content with a token endpoint among the origins of the setting', async () => {
    const discovery = { token_endpoint: 'https://tokens.example.com/token' };
    const own = { origins: ['https://tokens.example.com'] };

    expect(levels(await findings((issuer) => Object.assign(issuer, { discovery }), own))).toEqual(['ok']);
  });

  it.each<[string, (issuer: TokenIssuer) => unknown, string]>([
    ['is down', (issuer) => void issuer.stop(), 'ECONNREFUSED'],
    ['fails', (issuer) => Object.assign(issuer, { misbehaviour: answer(503, '') }), 'it answered 503'],
    ['shows a page', (issuer) => Object.assign(issuer, { misbehaviour: answer(200, '<html>') }), 'is not valid JSON'],
    ['has no keys', (issuer) => Object.assign(issuer, { published: [] }), 'cannot be read: there is none'],
  ])('finds a provider that %s', async (_, misbehave, says) => {
    const found = await findings((issuer) => void misbehave(issuer));

    expect(levels(found)).toEqual(['error']);
    expect(words(found)).toContain(says);
  });

  it('knows that Google asks web clients for a secret', () => {
    const issuer = 'https://accounts.google.com';
    const discovery = {
      issuer,
      response_types_supported: ['code'],
      token_endpoint: 'https://oauth2.googleapis.com/token',
    };
    const own = { origins: ['https://oauth2.googleapis.com'] };

    const found = oidc.judge({ issuer, discovery, keys: { keys: [{}] } }, subjectFor(issuer, own));
    expect(levels(found)).toEqual(['warning']);
    expect(words(found)).toContain('add Google to the user pool');
  });

  it('finds the pool of a deployment by an output, and does not expect one before', async () => {
    const issuer = await TokenIssuer.start();
    const outputs = { OidcIssuer: issuer.issuer };
    const account = { stacks: async () => ({ stacks: [{ outputs: {} }, { outputs }] }) } as unknown as Account;
    const settings = { oidc: { issuer: 'cognito' } };

    expect(words(await oidc.run(account, aSubject({ settings })))).toContain(`${issuer.issuer} answers`);
    const before = await oidc.run(account, aSubject({ settings, when: 'before' }));
    expect(words(before)).toBe('ok The deployment makes a user pool of Amazon Cognito.');
  });
});

function answer(status: number, text: string): TokenIssuer['misbehaviour'] {
  return (_, response) => void response.writeHead(status).end(text);
}
