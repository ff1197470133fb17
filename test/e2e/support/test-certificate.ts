import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generate } from 'selfsigned';

export interface TestCertificate {
  readonly cert: string;
  readonly key: string;
  readonly certFile: string;
  readonly keyFile: string;
}

/** Writes a self-signed certificate for these DNS names to a folder. */
export async function makeCertificate(folder: string, names: readonly string[]): Promise<TestCertificate> {
  const extensions = [
    { name: 'basicConstraints' as const, cA: true },
    { name: 'subjectAltName' as const, altNames: names.map((value) => ({ type: 2 as const, value })) },
  ];
  const { cert, private: key } = await generate([{ name: 'commonName', value: names[0] ?? '' }], {
    keyType: 'ec',
    extensions,
  });
  const [certFile, keyFile] = [join(folder, 'edge.crt'), join(folder, 'edge.key')];
  await Promise.all([writeFile(certFile, cert), writeFile(keyFile, key, { mode: 0o600 })]);
  return { cert, key, certFile, keyFile };
}
