import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isPushTo, isSigned } from '../../../../shared/domain/prebuilds/receive-push.ts';

const secret = 'a secret of the prebuild';
const body = Buffer.from('{"ref":"refs/heads/main","text":"ä"}');
const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

describe('the signature of a push', () => {
  it.each([
    ['of GitHub, Forgejo and Gitea', { 'x-hub-signature-256': signature }],
    ['of Bitbucket', { 'x-hub-signature': signature }],
    ['that is the token of GitLab', { 'x-gitlab-token': secret }],
  ])('%s is accepted', (_of, headers) => {
    expect(isSigned(body, headers, secret)).toBe(true);
  });

  it.each([
    ['is missing', {}],
    ['is empty', { 'x-hub-signature-256': '' }],
    [
      'is of another secret',
      { 'x-hub-signature-256': `sha256=${createHmac('sha256', 'b').update(body).digest('hex')}` },
    ],
    [
      'is of another body',
      { 'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update('{}').digest('hex')}` },
    ],
    ['is of a weaker hash', { 'x-hub-signature': `sha1=${createHmac('sha1', secret).update(body).digest('hex')}` }],
    ['has another case', { 'x-hub-signature-256': signature.toUpperCase() }],
    ['is another token', { 'x-gitlab-token': `${secret} ` }],
    // A signature that is sent is checked: a token beside it does not replace it.
    ['is wrong beside a right token', { 'x-hub-signature-256': 'sha256=00', 'x-gitlab-token': secret }],
  ])('that %s is refused', (_how, headers) => {
    expect(isSigned(body, headers, secret)).toBe(false);
  });
});

type Row = Parameters<typeof isPushTo>[0];

const current = { branch: 'main' } as Row['current'];
const onDefault: Row = { repository: 'acme/site', branch: null, current };
const onNext: Row = { repository: 'acme/site', branch: 'next', current: null };
const asks = (row: Row, event: unknown) => isPushTo(row, Buffer.from(JSON.stringify(event)));

const github = (ref: string, more = {}) => ({
  ref,
  repository: { full_name: 'Acme/Site', default_branch: 'main' },
  ...more,
});
const gitlab = (ref: string, more = {}) => ({
  ref,
  after: 'abc',
  project: { path_with_namespace: 'acme/site', default_branch: 'main' },
  ...more,
});
const bitbucket = (...names: readonly (string | null)[]) => ({
  repository: { full_name: 'acme/site' },
  push: { changes: names.map((name) => ({ new: name === null ? null : { type: 'branch', name } })) },
});
const dataCenter = (displayId: string, type = 'UPDATE') => ({ changes: [{ ref: { displayId }, type }] });

describe('an event', () => {
  it.each([
    ['GitHub, the default branch', onDefault, github('refs/heads/main')],
    ['GitHub, a branch', onNext, github('refs/heads/next')],
    ['GitHub, a tag', { ...onNext, branch: 'v1' }, github('refs/tags/v1')],
    ['GitLab, the default branch', onDefault, gitlab('refs/heads/main')],
    ['Bitbucket, the branch of the last build', onDefault, bitbucket('other', 'main')],
    ['Bitbucket, a branch', onNext, bitbucket('next')],
    ['Bitbucket Data Center', onNext, dataCenter('next')],
    ['no branch known yet', { ...onDefault, current: null }, bitbucket('any')],
  ])('asks for a build: %s', (_what, row, event) => {
    expect(asks(row, event)).toBe(true);
  });

  it.each([
    ['another branch', onDefault, github('refs/heads/next')],
    ['a deleted branch', onNext, github('refs/heads/next', { deleted: true })],
    ['a deleted branch at GitLab', onNext, gitlab('refs/heads/next', { after: '0'.repeat(40) })],
    ['a deleted branch at Bitbucket', onNext, bitbucket(null)],
    ['a deleted branch at Bitbucket Data Center', onNext, dataCenter('next', 'DELETE')],
    [
      'another repository of the organization',
      onDefault,
      github('refs/heads/main', { repository: { full_name: 'acme/x' } }),
    ],
    ['a ping', onDefault, { zen: 'Keep it logically awesome.', hook_id: 1 }],
    ['an event with changes of another form', onNext, { changes: { title: { previous: 'a' } } }],
    ['a ref of another form', onNext, github('next')],
    ['no object', onDefault, 'text'],
  ])('asks for no build: %s', (_what, row, event) => {
    expect(asks(row, event)).toBe(false);
  });

  it('that is no JSON asks for no build', () => {
    expect(isPushTo(onDefault, Buffer.from('{'))).toBe(false);
    expect(isPushTo(onDefault, Buffer.alloc(0))).toBe(false);
  });
});
