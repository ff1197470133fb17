import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { afterAll, describe, expect, it } from 'vitest';
import { openKeyWarning, parseOptions } from '../../../../../infra/local/terminal/options.ts';
import { UserError } from '../../../../../infra/local/terminal/user-error.ts';

const folder = mkdtempSync(join(tmpdir(), 'edge-options-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

const [own, other] = await Promise.all([generate(), generate()]);
const certFile = file('cert.pem', own.cert);
const keyFile = file('key.pem', own.private);
const otherKeyFile = file('other.pem', other.private);
const noPem = file('no.pem', 'hello');

describe('the options of the edge', () => {
  it('ask for none: an edge at any port, by paths, without TLS', () => {
    const none = { direct: false, edgePort: undefined, sandboxDomain: undefined, tls: undefined };
    expect(parseOptions([], {})).toMatchObject(none);
    expect(parseOptions(['--direct'], {})).toMatchObject({ ...none, direct: true });
  });

  it('name its port, a domain of sandboxes and a certificate', () => {
    const args = ['--edge-port', '3100', '--sandbox-domain', 'Box.Test', '--tls-cert', certFile, '--tls-key', keyFile];

    expect(parseOptions(args, {})).toMatchObject({
      edgePort: 3100,
      sandboxDomain: 'box.test',
      tls: { cert: own.cert, key: own.private, certFile, keyFile },
    });
  });

  it('are told of a private key that other users may read', () => {
    chmodSync(keyFile, 0o640);
    expect(openKeyWarning({ keyFile })).toContain(`chmod 600 ${keyFile}`);

    chmodSync(keyFile, 0o600);
    expect(openKeyWarning({ keyFile })).toBeUndefined();
  });

  it.each([
    ['a port of the edge that is none', ['--edge-port', 'x'], /^The port must be a number from 1 to 65535/],
    ['the port of the service', ['--port', '4000', '--edge-port', '4000'], /^The service already has port 4000/],
    ['an edge with --direct', ['--direct', '--edge-port', '3001'], /^--direct runs no edge, and --edge-port is/],
    ['a domain with a path', ['--sandbox-domain', 'a.test/x'], /^--sandbox-domain takes a domain name/],
    ['an address for a domain', ['--sandbox-domain', '127.0.0.1'], /^--sandbox-domain takes a domain name/],
    ['a certificate without a key', ['--tls-cert', certFile], /^TLS needs both/],
    ['a key without a certificate', ['--tls-key', keyFile], /^TLS needs both/],
    [
      'a file that is missing',
      ['--tls-cert', '/none.pem', '--tls-key', keyFile],
      /^--tls-cert: \/none.pem cannot be read/,
    ],
    [
      'what is no certificate',
      ['--tls-cert', noPem, '--tls-key', keyFile],
      /^--tls-cert: .* holds no certificate in PEM/,
    ],
    ['what is no key', ['--tls-cert', certFile, '--tls-key', noPem], /^--tls-key: .* holds no private key .* in PEM/],
    ['another key', ['--tls-cert', certFile, '--tls-key', otherKeyFile], /is not that of the certificate/],
    [
      'TLS for names right below localhost',
      ['--sandbox-domain', 'localhost', '--tls-cert', certFile, '--tls-key', keyFile],
      /^No client accepts a certificate for \*\.localhost: .* such as sandboxes\.localhost\.$/,
    ],
  ])('refuse %s', (_what, args, sentence) => {
    expect(() => parseOptions(args, {})).toThrow(UserError);
    expect(() => parseOptions(args, {})).toThrow(sentence);
  });
});
