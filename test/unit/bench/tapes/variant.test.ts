import { expect, it } from 'vitest';
import type { Tape } from '../../../../shared/platform/rehearsal/tape.ts';
import { variantOf } from '../../../bench/tapes/variant.ts';

const id = '01a2090196087359a407344f956de53f';
const owner = 'e2e-0123456789';

const tape: Tape = {
  at: '2026-01-01T00:00:00.000Z',
  event: { path: `/api/v1/sandboxes/${id}`, owner_id: owner },
  exchanges: [{ call: `GET /x/${id}`, status: 200, headers: {}, body: JSON.stringify({ sandbox_id: id, owner }) }],
};

it('has other ids and another owner, alike in event, calls and answers', () => {
  const variant = variantOf('get-sandbox', tape, 1);
  const { path, owner_id } = variant.event as { path: string; owner_id: string };
  const other = path.split('/').at(-1) ?? '';

  expect(other).toMatch(/^01a2090196087359a407344f[0-9a-f]{8}$/);
  expect(other).not.toBe(id);
  expect(owner_id).not.toBe(owner);
  expect(variant.exchanges).toEqual([
    { ...tape.exchanges[0], call: `GET /x/${other}`, body: JSON.stringify({ sandbox_id: other, owner: owner_id }) },
  ]);
  expect(variantOf('get-sandbox', tape, 2)).not.toEqual(variant);
});

it('keeps the owner under whom something is sealed', () => {
  const sealed = {
    ...tape,
    exchanges: [...tape.exchanges, { call: 'TrentService.Decrypt', status: 200, headers: {}, body: '' }],
  };

  expect(variantOf('get-sandbox', sealed, 1).event).toMatchObject({ owner_id: owner });
});

it("has an owner's token of a git host written at another time, so that no kept answer of the host is found", () => {
  const row = { secret_key: { S: 'git/github' }, updated_at: { S: '2026-01-01T00:00:00.407Z' } };
  const other = { secret_key: { S: 'custom/name' }, updated_at: { S: '2026-01-01T00:00:00.407Z' } };
  const answers = [[row], [other]].map((Items) => {
    return { call: 'DynamoDB_20120810.Query', status: 200, headers: {}, body: JSON.stringify({ Items }) };
  });

  const bodies = [1, 2].map((number) =>
    variantOf('get-git-info', { ...tape, exchanges: answers }, number).exchanges.map(({ body }) => body),
  );

  expect(bodies).toEqual([
    [JSON.stringify({ Items: [{ ...row, updated_at: { S: '2026-01-01T00:00:00.101Z' } }] }), answers[1]?.body],
    [JSON.stringify({ Items: [{ ...row, updated_at: { S: '2026-01-01T00:00:00.202Z' } }] }), answers[1]?.body],
  ]);
});

it('keeps everything of what a sandbox signs, and of workers', () => {
  expect(variantOf('receive-events', tape, 1)).toEqual(tape);
  expect(variantOf('reconcile-sandbox', tape, 1)).toEqual(tape);
});
