import { afterEach, describe, expect, it, vi } from 'vitest';
import { ProviderUnreachable, SignInRefused } from '../../../../shared/client/people/failures.ts';
import { begin, complete, refresh } from '../../../../shared/client/people/identity-provider.ts';
import { aProvider, idTokenFor, tokensFrom } from './provider.ts';

afterEach(() => void vi.unstubAllGlobals());

const RETURN = 'https://console.example/sign-in';

/** A sign-in that has begun, and a provider that gives an ID token with this nonce; by default the right one. */
async function begun(nonce?: string) {
  const { provider, asked } = aProvider({
    token: () => {
      const id_token = idTokenFor(provider, { nonce: nonce ?? attempt.nonce });
      return Response.json({ access_token: 'a', token_type: 'Bearer', id_token, refresh_token: 'r' });
    },
  });
  const { attempt, url } = await begin(provider, RETURN, { isLasting: true });
  return { provider, asked, attempt, url: new URL(url) };
}

describe('a sign-in at the identity provider', () => {
  it('begins with PKCE, a state and a nonce, and without a secret', async () => {
    const { attempt, url } = await begun();

    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'console',
      redirect_uri: RETURN,
      response_type: 'code',
      scope: 'openid offline_access',
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect(url.href).not.toContain(attempt.verifier);
  });

  it.each(['file:///etc/passwd', 'javascript:alert(1)', 'http://login.example/authorize', 'acs:run', 'none'])(
    'does not lead to %s',
    async (page) => {
      const { provider } = aProvider({ document: { authorization_endpoint: page } });

      await expect(begin(provider, RETURN, { isLasting: true })).rejects.toBeInstanceOf(SignInRefused);
    },
  );

  it('asks for refresh tokens only where they are offered and wanted', async () => {
    const scopeOf = async (document: object, isLasting: boolean) => {
      const { provider } = aProvider({ document: { ...document } });
      return new URL((await begin(provider, RETURN, { isLasting })).url).searchParams.get('scope');
    };

    expect(await scopeOf({ scopes_supported: ['openid'] }, true)).toBe('openid');
    expect(await scopeOf({}, false)).toBe('openid');
  });

  it('ends with the code of the answer, the verifier and no credential', async () => {
    const { attempt, asked } = await begun();

    const tokens = await complete(attempt, new URLSearchParams({ code: 'c', state: attempt.state }));

    expect(tokens).toMatchObject({ refreshToken: 'r', sent: tokens.idToken });
    const [{ authorization, form } = expect.unreachable()] = asked;
    expect(authorization).toBeNull();
    expect(Object.fromEntries(form)).toMatchObject({
      code: 'c',
      code_verifier: attempt.verifier,
      client_id: 'console',
    });
  });

  it.each([
    ['another state', { code: 'c', state: 'other' }],
    ['no state', { code: 'c' }],
    ['an error that has no state', { error: 'x', error_description: 'Call this number' }],
  ])('is refused with %s, and the code is not sent on', async (_, answer) => {
    const { attempt, asked } = await begun();

    const ended = complete(attempt, new URLSearchParams({ ...answer }));

    await expect(ended).rejects.toThrow('The answer of the identity provider is not valid.');
    expect(asked).toEqual([]);
  });

  it('is refused with the answer of another issuer', async () => {
    const { attempt, asked } = await begun();
    const answer = { code: 'c', state: attempt.state, iss: 'https://evil.example' };

    await expect(complete(attempt, new URLSearchParams(answer))).rejects.toBeInstanceOf(SignInRefused);
    expect(asked).toEqual([]);
  });

  it('is refused with an ID token of another sign-in', async () => {
    const { attempt } = await begun('of another one');

    const ended = complete(attempt, new URLSearchParams({ code: 'c', state: attempt.state }));

    await expect(ended).rejects.toBeInstanceOf(SignInRefused);
  });

  it('says what a person can do about a refusal', async () => {
    const { attempt } = await begun();
    const answer = new URLSearchParams({ error: 'access_denied', state: attempt.state });

    await expect(complete(attempt, answer)).rejects.toThrow('The sign-in was cancelled');
  });
});

describe('a renewal of tokens', () => {
  it('keeps the refresh token where the provider sends no other one', async () => {
    const { provider } = aProvider({
      token: () => Response.json({ access_token: 'a', token_type: 'Bearer', id_token: idTokenFor(provider) }),
    });

    expect(await refresh(tokensFrom(provider))).toMatchObject({ refreshToken: 'refresh', family: 'f' });
  });

  it('is refused without a refresh token, and nothing is asked', async () => {
    const { provider, asked } = aProvider();

    await expect(refresh(tokensFrom(provider, null))).rejects.toBeInstanceOf(SignInRefused);
    expect(asked).toEqual([]);
  });

  it('is refused at a provider that renews no ID tokens, which requests carry', async () => {
    const { provider } = aProvider({ token: () => Response.json({ access_token: 'a', token_type: 'Bearer' }) });

    await expect(refresh(tokensFrom(provider))).rejects.toThrow('renews no ID tokens');
  });

  it('uses the access token where there is an audience', async () => {
    const { provider } = aProvider({
      token: () => Response.json({ access_token: 'a', token_type: 'Bearer', expires_in: 60 }),
    });
    const ofAudience = { ...provider, audience: 'api' };

    expect(await refresh(tokensFrom(ofAudience))).toMatchObject({ sent: 'a' });
  });

  it.each([
    [400, SignInRefused],
    [429, ProviderUnreachable],
    [503, ProviderUnreachable],
  ])('that fails with %s ends the session only if the provider refused', async (status, failure) => {
    const { provider } = aProvider({ token: () => Response.json({ error: 'invalid_grant' }, { status }) });

    await expect(refresh(tokensFrom(provider))).rejects.toBeInstanceOf(failure);
  });
});
