import { describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../support/service/eventually.ts';
import { newOwner } from '../../support/service/owners.ts';
import { rememberSecret } from '../../support/service/secrets-of-run.ts';
import { answering, WebhookReceiver } from '../../support/webhooks/webhook-receiver.ts';
import { Shell } from './acs.ts';

describe('acs keys', () => {
  it('creates a key as the only output, rotates and revokes it', async () => {
    const shell = await Shell.open((await newOwner()).apiKey);

    const made = await shell.run('keys', 'create', '--name', 'ci', '--scopes', 'usage:read', '--expires-in', '30d');
    expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^acs_\w+\n$/) });
    rememberSecret('a key made by acs', made.stdout.trim());
    expect(made.stderr).not.toContain(made.stdout.trim());
    const [key] = await shell.json('keys', 'list');
    expect(key).toMatchObject({ name: 'ci', scopes: ['usage:read'], expires_at: expect.any(String) });
    expect((await shell.run('keys', 'list')).stdout).toMatch(/ci +…\w{4} +usage:read .* never +in /);

    const limited = await Shell.open(made.stdout.trim());
    expect(await limited.run('keys', 'list')).toMatchObject({ code: 1, stderr: expect.stringContaining('keys:read') });

    const rotated = await shell.json('keys', 'rotate', key.id, '--overlap', '1h');
    rememberSecret('a key rotated by acs', rotated.key);
    expect(rotated).toMatchObject({ rotated_from: key.id, previous: { id: key.id } });
    expect(await shell.run('keys', 'revoke', rotated.id, '--yes')).toMatchObject({ code: 0 });
    expect(await shell.run('keys', 'revoke', rotated.id, '--yes')).toMatchObject({ code: 1 });
    expect(await shell.json('keys', 'revoke', rotated.id, '--yes', '--compromised')).toEqual({
      id: rotated.id,
      revoked: true,
      session_keys_rotated: 0,
    });
  });
});

describe('acs webhooks', () => {
  it('creates, changes, pings and deletes an endpoint', async () => {
    const shell = await Shell.open((await newOwner()).apiKey);
    const receiver = await WebhookReceiver.start();
    onTestFinished(() => receiver.stop());
    receiver.behaviour = answering(200, { 'Content-Type': 'text/plain' }, '\u001b[31mtaken');

    const made = await shell.run('webhooks', 'create', receiver.url, '--events', 'sandbox.*', 'key.created');
    expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^whsec_\S+\n$/) });
    rememberSecret('a secret made by acs', made.stdout.trim());
    const [{ id }] = await shell.json('webhooks', 'list');
    expect(await shell.json('webhooks', 'get', id)).toMatchObject({ events: ['sandbox.*', 'key.created'] });

    const { id: message } = await shell.json('webhooks', 'ping', id);
    expect((await shell.run('webhooks', 'messages', id, '--event', 'sandbox.*')).stdout).not.toContain(message);
    expect((await shell.run('webhooks', 'messages', id)).stdout).toContain(`${message}  webhook_endpoint.ping`);
    await eventually('the ping arrives', () => receiver.received.find(({ id }) => id === message));
    const shown = await eventually('the response is stored', async () => {
      const { stdout } = await shell.run('webhooks', 'messages', id, message);
      return stdout.includes('Response 200, ') ? stdout : undefined;
    });
    expect(shown).toContain('"type":"webhook_endpoint.ping"');
    expect(shown).toContain('):\n\ufffd[31mtaken\n');
    expect(await shell.json('webhooks', 'redeliver', id, message)).toMatchObject({ id: message });
    expect(await shell.json('webhooks', 'update', id, '--disable')).toMatchObject({ enabled: false });
    const { secret } = await shell.json('webhooks', 'rotate-secret', id, '--overlap', '1h');
    rememberSecret('a secret rotated by acs', secret);
    expect(secret).not.toBe(made.stdout.trim());
    expect(await shell.run('webhooks', 'delete', id, '--yes')).toMatchObject({ code: 0 });
    expect(await shell.json('webhooks', 'list')).toEqual([]);
  });
});

describe('acs usage and acs limits', () => {
  it('report for people, for programs and for spreadsheets', async () => {
    const shell = await Shell.open((await newOwner(['--sandboxes', '2'])).apiKey);

    expect(await shell.json('usage', '--by', 'spec', '--from', '7d')).toMatchObject({
      group_by: 'spec',
      totals: { compute_seconds: 0 },
    });
    expect((await shell.run('usage')).stdout).toMatch(/^DAY +RUNNING .*COST\n[\s\S]*\ntotal +0s/);
    expect((await shell.run('usage', '--csv')).stdout).toMatch(/^day,[\s\S]*cost_usd/);
    expect(await shell.json('limits')).toMatchObject({ sandboxes: { key: { limit: 2, used: 0 } } });
    expect((await shell.run('limits')).stdout).toMatch(/concurrent sandboxes, this key +0 +2/);
  });
});
