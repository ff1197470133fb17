import { expect, it } from 'vitest';
import { newOwner, type Owner, service } from '../../support/service/owners.ts';
import { startSandbox } from '../../support/service/sandboxes.ts';

it('logs can be followed until the sandbox is paused, or the API key is revoked', async () => {
  const owner = await newOwner();
  const reader = await newOwner(['--scopes', 'sandboxes:exec'], owner.name);
  const { id } = await startSandbox(owner.api);
  const path = `/api/v1/sandboxes/${id}`;
  const follow = ({ apiKey }: Owner) =>
    fetch(`${service().baseUrl}${path}/logs?follow=true`, { headers: { Authorization: `Bearer ${apiKey}` } });
  const [mine, theirs] = await Promise.all([follow(owner), follow(reader)]);

  await owner.api.delete(`/api/keys/${reader.keyId}`);
  await owner.api.post(`${path}/pause`);

  const texts = await Promise.all([mine, theirs].map((response) => response.text()));
  expect(texts.map((text) => /\nevent: end\ndata: (.*)\n\n$/.exec(text)?.[1])).toEqual([
    '{"reason":"sandbox_ended"}',
    '{"reason":"key_ended"}',
  ]);
});
