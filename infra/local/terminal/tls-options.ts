import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from './user-error.ts';

/** Certificate and private key as PEM, and their files. */
export interface Tls {
  readonly cert: string;
  readonly key: string;
  readonly certFile: string;
  readonly keyFile: string;
}

export interface TlsArguments {
  readonly 'tls-cert'?: string | undefined;
  readonly 'tls-key'?: string | undefined;
}

/** The warning about a private key that other users can read; undefined for a protected one. */
export function openKeyWarning({ keyFile }: Pick<Tls, 'keyFile'>): string | undefined {
  if ((statSync(keyFile).mode & 0o077) === 0) return undefined;
  return `other users of this machine may read the private key of --tls-key: chmod 600 ${keyFile}`;
}

/** @throws UserError for an unusable certificate or key */
export function parseTls({ 'tls-cert': certFile, 'tls-key': keyFile }: TlsArguments): Tls | undefined {
  if (certFile === undefined && keyFile === undefined) return undefined;
  if (certFile === undefined || keyFile === undefined) {
    throw new UserError('TLS needs both a certificate and its key: --tls-cert FILE --tls-key FILE.');
  }
  const cert = read('--tls-cert', certFile);
  const key = read('--tls-key', keyFile);
  const certificate = parsed('--tls-cert', certFile, 'certificate', () => new X509Certificate(cert));
  const privateKey = parsed('--tls-key', keyFile, 'private key without a passphrase', () => createPrivateKey(key));
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new UserError(`The key in ${keyFile} is not that of the certificate in ${certFile}. Give a matching pair.`);
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
    // OpenSSL's message would not help.
    throw new UserError(`${option}: ${file} holds no ${what} in PEM.`);
  }
}
