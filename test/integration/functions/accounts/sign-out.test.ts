import { describe, expect, it } from 'vitest';
import { signOut } from '../../../../functions/accounts/sign-out.ts';
import { identifyPerson } from '../../../../shared/domain/accounts/callers/identify-person.ts';
import { signedInFrom } from '../../../../shared/domain/accounts/people/claims.ts';
import { IssuerKeys } from '../../../../shared/domain/accounts/people/issuer-keys.ts';
import { verifyToken } from '../../../../shared/domain/accounts/people/verify-token.ts';
import { TokenIssuer } from '../../../support/accounts/oidc-provider.ts';
import { peopleScene, start } from '../../../support/accounts/people/people-scene.ts';
import { invoke } from '../../../support/http/invoke.ts';

const { changes, members } = await peopleScene();
const seconds = start.getTime() / 1000;
const later = (count: number) => new Date(start.getTime() + count * 1000);

/** A provider whose clock can differ from that of the service. */
async function provider() {
  const issuer = await TokenIssuer.start();
  const [settings, keys] = [issuer.settings(), new IssuerKeys(issuer.issuer, () => start)];
  const isAccepted = async (text: string, now = later(1)) => {
    const token = { kind: 'token' as const, text, scheme: 'bearer' as const };
    const deps = { settings, issuerKeys: keys, members, now: () => now };
    return (await identifyPerson(token, {}, deps)) !== undefined;
  };
  const signOutWith = async (text: string) => {
    const token = await verifyToken(text, { settings, keys, now: () => start });
    if (!token) throw new Error('the token was refused');
    const deps = { changes, issuer: issuer.issuer, now: () => start };
    return invoke(signOut, deps, { signedIn: signedInFrom(token, settings) });
  };
  return { isAccepted, signOutWith, mint: (iat: number) => issuer.mint(start, { iat }) };
}

describe('a sign-out', () => {
  it('ends all tokens from before, and none of later', async () => {
    const { isAccepted, signOutWith, mint } = await provider();
    const [old, own, next] = [mint(seconds - 600), mint(seconds - 10), mint(seconds + 1)];
    expect(await isAccepted(old)).toBe(true);

    expect((await signOutWith(own)).status).toBe(200);

    expect([await isAccepted(old), await isAccepted(own), await isAccepted(next)]).toEqual([false, false, true]);
  });

  it('ends its own token, also if the clock of the provider is ahead or counts fractions', async () => {
    for (const ahead of [30, 0.5]) {
      const { isAccepted, signOutWith, mint } = await provider();
      const [own, next] = [mint(seconds + ahead), mint(seconds + ahead + 1)];
      expect(await isAccepted(own)).toBe(true);

      await signOutWith(own);

      expect([await isAccepted(own), await isAccepted(next, later(5))]).toEqual([false, true]);
    }
  });

  it('changes nothing for an API key', async () => {
    const deps = { changes, issuer: 'https://id.example.com', now: () => start };

    expect((await invoke(signOut, deps, { caller: {} })).body).toEqual({ message: 'Signed out' });
  });
});
