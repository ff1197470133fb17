import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { describe, expect, it } from 'vitest';
import { parseOptions } from '../../../../../infra/local/terminal/options.ts';
import { openKeyWarning } from '../../../../../infra/local/terminal/tls-options.ts';
import { UserError } from '../../../../../infra/local/terminal/user-error.ts';
import { folderOfFile } from '../../../../support/temporary-folder.ts';

describe('the options of npm start', () => {
  it('have defaults', () => {
    const options = parseOptions([], {});

    expect(options).toMatchObject({ port: 3000, json: false, verbose: false, help: false });
    expect(options.stateDirectory).toMatch(/\/\.local\/3000$/);
  });

  it('take the port from the command line, or else from the environment', () => {
    expect(parseOptions([], { PORT: '4000' }).port).toBe(4000);
    expect(parseOptions([], { PORT: '' }).port).toBe(3000);
    expect(parseOptions(['--port', '5000'], { PORT: '4000' }).port).toBe(5000);
  });

  it('allow additional host names', () => {
    expect(parseOptions([], {}).allowedHosts).toEqual([]);
    expect(parseOptions(['--allow-host', 'A.example', '--allow-host', '10.0.0.2'], {}).allowedHosts).toEqual([
      'a.example',
      '10.0.0.2',
    ]);
  });

  it('separate the state of different ports', () => {
    expect(parseOptions([], { PORT: '4000' }).stateDirectory).toMatch(/\/\.local\/4000$/);
    expect(parseOptions(['--state', '/tmp/here'], { PORT: '4000' }).stateDirectory).toBe('/tmp/here');
  });

  it('have a console unless --no-console is given', () => {
    expect(parseOptions([], {}).console).toEqual({ port: undefined });
    expect(parseOptions(['--console-port', '3010'], {}).console).toEqual({ port: 3010 });
    expect(parseOptions(['--no-console'], {}).console).toBeUndefined();
  });

  it('have an identity provider if --oidc or its port is given', () => {
    expect(parseOptions([], {}).oidc).toBeUndefined();
    expect(parseOptions(['--oidc'], {}).oidc).toEqual({ port: undefined });
    expect(parseOptions(['--oidc-port', '3011'], {}).oidc).toEqual({ port: 3011 });
  });

  it.each([
    ['the port of the console for the identity provider', ['--console-port', '4002', '--oidc-port', '4002']],
    ['a console port with --no-console', ['--no-console', '--console-port', '3010']],
    ['the port of the service for the console', ['--port', '4000', '--console-port', '4000']],
    ['the port of the edge for the console', ['--edge-port', '4001', '--console-port', '4001']],
    ['a port that is no number', ['--port', 'http']],
    ['a port out of range', ['--port', '70000']],
    ['an option that does not exist', ['--prot', '3000']],
    ['a name of a host with a port', ['--allow-host', 'a.example:3000']],
    ['an argument', ['start']],
  ])('refuse %s', (_what, args) => {
    expect(() => parseOptions(args, {})).toThrow(UserError);
  });
});

const folder = folderOfFile();

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
  it('default to an edge at any port, with paths and without TLS', () => {
    const none = { direct: false, edgePort: undefined, sandboxPaths: false, sandboxDomain: undefined, tls: undefined };
    expect(parseOptions([], {})).toMatchObject(none);
    expect(parseOptions(['--direct'], {})).toMatchObject({ ...none, direct: true });
  });

  it('set its port, a domain of sandboxes and a certificate', () => {
    const args = ['--edge-port', '3100', '--sandbox-domain', 'Box.Test', '--tls-cert', certFile, '--tls-key', keyFile];

    expect(parseOptions(args, {})).toMatchObject({
      edgePort: 3100,
      sandboxPaths: false,
      sandboxDomain: 'box.test',
      tls: { cert: own.cert, key: own.private, certFile, keyFile },
    });
  });

  it('cause a warning when other users can read the private key', () => {
    chmodSync(keyFile, 0o640);
    expect(openKeyWarning({ keyFile })).toContain(`chmod 600 ${keyFile}`);

    chmodSync(keyFile, 0o600);
    expect(openKeyWarning({ keyFile })).toBeUndefined();
  });

  it.each([
    ['an invalid port of the edge', ['--edge-port', 'x'], /^The port must be a number from 1 to 65535/],
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
      'a file without a certificate',
      ['--tls-cert', noPem, '--tls-key', keyFile],
      /^--tls-cert: .* holds no certificate in PEM/,
    ],
    [
      'a file without a key',
      ['--tls-cert', certFile, '--tls-key', noPem],
      /^--tls-key: .* holds no private key .* in PEM/,
    ],
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
