import { randomBytes } from 'node:crypto';
import { digestOf, type RegistryServer } from './registry-server.ts';

const INDEX = 'application/vnd.oci.image.index.v1+json';
const MANIFEST = 'application/vnd.oci.image.manifest.v1+json';

export interface AnImage {
  readonly digest: string;
  /** The layers, of which the first is of both platforms. */
  readonly layers: readonly string[];
}

/** Puts an image for two platforms, with an attestation, under a tag of a registry. */
export function addImage(registry: RegistryServer, tag: string, { others = [] as readonly string[] } = {}): AnImage {
  const shared = addBlob(registry, randomBytes(300_000));
  const own = ['linux/amd64', 'linux/arm64', ...others].map((name) => {
    const layer = addBlob(registry, randomBytes(1_000));
    return { name, layer, manifest: addManifest(registry, [shared, layer]) };
  });
  const attestation = addManifest(registry, [addBlob(registry, randomBytes(100))]);
  const entries = own.map(({ name, manifest }) => {
    const [os, architecture] = name.split('/');
    return { ...manifest, platform: { os, architecture } };
  });
  const manifests = [...entries, { ...attestation, platform: { os: 'unknown', architecture: 'unknown' } }];
  const index = put(registry, INDEX, { schemaVersion: 2, mediaType: INDEX, manifests });
  registry.manifests.set(tag, index);
  return { digest: digestOf(index.bytes), layers: [shared.digest, ...own.map(({ layer }) => layer.digest)] };
}

function addBlob(registry: RegistryServer, bytes: Buffer) {
  const digest = digestOf(bytes);
  registry.blobs.set(digest, bytes);
  return { mediaType: 'application/vnd.oci.image.layer.v1.tar+gzip', digest, size: bytes.length };
}

function addManifest(registry: RegistryServer, layers: readonly ReturnType<typeof addBlob>[]) {
  const config = addBlob(registry, Buffer.from(JSON.stringify({ id: randomBytes(8).toString('hex') })));
  const { bytes } = put(registry, MANIFEST, { schemaVersion: 2, mediaType: MANIFEST, config, layers });
  return { mediaType: MANIFEST, digest: digestOf(bytes), size: bytes.length };
}

function put(registry: RegistryServer, mediaType: string, content: object) {
  const manifest = { bytes: Buffer.from(JSON.stringify(content)), mediaType };
  registry.manifests.set(digestOf(manifest.bytes), manifest);
  return manifest;
}
