import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parsePort } from './port-option.ts';
import { UserError } from './user-error.ts';

/** How sandboxes are reached on this machine. */
export interface EdgeOptions {
  /** Each port of a sandbox under a port of this machine, without an edge. */
  readonly direct: boolean;
  /** Where the edge listens; undefined for the port of the last start, or any free one. */
  readonly edgePort: number | undefined;
  /** A sandbox is at `{label}.` and this name; undefined where the label is the first part of the path. */
  readonly sandboxDomain: string | undefined;
  /** What the edge proves its names with; undefined for plain HTTP. */
  readonly tls: Tls | undefined;
}

/** Certificate and private key as PEM, and their files. */
export interface Tls {
  readonly cert: string;
  readonly key: string;
  readonly certFile: string;
  readonly keyFile: string;
}

export interface EdgeArguments {
  readonly direct?: boolean | undefined;
  readonly 'edge-port'?: string | undefined;
  readonly 'sandbox-domain'?: string | undefined;
  readonly 'tls-cert'?: string | undefined;
  readonly 'tls-key'?: string | undefined;
}

const DOMAIN = /^(?=.{1,204}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;

/** @throws UserError for options that do not go together, and for a certificate that cannot be used */
export function edgeOptions(given: EdgeArguments): EdgeOptions {
  const { direct = false, 'edge-port': port, 'sandbox-domain': domain } = given;
  const ofEdge = (['edge-port', 'sandbox-domain', 'tls-cert', 'tls-key'] as const).find(
    (name) => given[name] !== undefined,
  );
  if (direct && ofEdge !== undefined) {
    throw new UserError(`--direct runs no edge, and --${ofEdge} is an option of the edge: leave out one of the two.`);
  }
  const sandboxDomain = domain === undefined ? undefined : parseDomain(domain);
  const tls = parseTls(given);
  if (tls && sandboxDomain?.includes('.') === false) {
    throw new UserError(
      `No client accepts a certificate for *.${sandboxDomain}: with TLS, give --sandbox-domain a name with a dot, such as sandboxes.${sandboxDomain}.`,
    );
  }
  return { direct, edgePort: port === undefined ? undefined : parsePort(port), sandboxDomain, tls };
}

function parseDomain(text: string): string {
  const domain = text.toLowerCase();
  if (!isDomain(domain)) {
    throw new UserError(`--sandbox-domain takes a domain name such as localhost, and '${text}' is none.`);
  }
  return domain;
}

/** What to say of a private key that other users of the machine may read; undefined for one that is kept well. */
export function openKeyWarning({ keyFile }: Pick<Tls, 'keyFile'>): string | undefined {
  if ((statSync(keyFile).mode & 0o077) === 0) return undefined;
  return `other users of this machine may read the private key of --tls-key: chmod 600 ${keyFile}`;
}

/** Whether a text in small letters is a name, and no address. */
export function isDomain(text: string): boolean {
  return DOMAIN.test(text) && !/^[\d.]+$/.test(text);
}

function parseTls({ 'tls-cert': certFile, 'tls-key': keyFile }: EdgeArguments): Tls | undefined {
  if (certFile === undefined && keyFile === undefined) return undefined;
  if (certFile === undefined || keyFile === undefined) {
    throw new UserError('TLS needs both a certificate and its key: --tls-cert FILE --tls-key FILE.');
  }
  const cert = read('--tls-cert', certFile);
  const key = read('--tls-key', keyFile);
  const certificate = parsed('--tls-cert', certFile, 'certificate', () => new X509Certificate(cert));
  const privateKey = parsed('--tls-key', keyFile, 'private key without a passphrase', () => createPrivateKey(key));
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new UserError(`The key in ${keyFile} is not the one of the certificate in ${certFile}: give a pair.`);
  }
  return { cert, key, certFile: resolve(certFile), keyFile: resolve(keyFile) };
}

function read(option: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UserError(`${option}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

function parsed<T>(option: string, file: string, what: string, parse: () => T): T {
  try {
    return parse();
  } catch {
    // What OpenSSL says of it helps no person.
    throw new UserError(`${option}: ${file} holds no ${what} in PEM.`);
  }
}
