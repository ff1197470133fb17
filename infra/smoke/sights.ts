import type { AddressForm } from './agent/agent.ts';
import type { Service } from './service.ts';

/** Observations of a run that its steps do not require. */
export interface Sights {
  /** The time between the first and the last state of the start. */
  streamedMilliseconds?: number;
  /** The form of the agent's URL. */
  form?: AddressForm;
  /** Whether a CloudFront distribution responded at that URL. */
  isCloudFront?: boolean;
  /** The URL of a WebSocket that delivered events, and how long it was open. */
  socketUrl?: string;
  socketSeconds?: number;
  /** Whether the WebSocket was refused or delivered nothing. */
  hasSocketFailed?: boolean;
  /** Volumes of the running sandbox. */
  volumes?: readonly SeenDisk[];
  /** Completed snapshots of the paused sandbox. */
  snapshots?: readonly SeenDisk[];
  /** Whether a secret of the start was encrypted and decrypted. */
  hasOpenedSecret?: boolean;
}

export interface SeenDisk {
  readonly id: string;
  readonly isEncrypted: boolean;
  readonly keyId: string | null;
}

/** Something that only AWS can show, and whether this run saw it. */
export interface Tick {
  readonly what: string;
  readonly seen: boolean;
  readonly detail: string;
}

export function ticksOf(sights: Sights, service: Pick<Service, 'baseUrl' | 'isLocal' | 'access'>): readonly Tick[] {
  const { volumes = [], snapshots = [] } = sights;
  const seen = [
    { what: 'TLS of the API', detail: tls(service.baseUrl) },
    { what: 'TLS and WebSocket through the ingress', detail: socket(sights) },
    { what: 'EBS: a volume, and its snapshot after the pause', detail: ebs(volumes, snapshots) },
    { what: 'KMS: the key of the disk', detail: diskKey([...volumes, ...snapshots]) },
    { what: 'KMS: the key of the vault', detail: sights.hasOpenedSecret ? 'decrypted a secret' : undefined },
    { what: 'Streaming through API Gateway', detail: streaming(sights) },
  ];
  return seen.map(({ what, detail }) => {
    if (service.isLocal) return { what, seen: false, detail: 'a local service has none' };
    return { what, seen: detail !== undefined, detail: detail ?? reasonFor(what, sights, service) };
  });
}

function tls(url: string): string | undefined {
  const { protocol, host } = new URL(url);
  return ['https:', 'wss:'].includes(protocol) ? `${protocol}//${host}` : undefined;
}

function socket({ socketUrl, form, socketSeconds = 0 }: Sights): string | undefined {
  const secured = socketUrl === undefined ? undefined : tls(socketUrl);
  return secured && `${secured}, ${form} form, open for ${socketSeconds.toFixed(1)} s`;
}

function ebs(volumes: readonly SeenDisk[], snapshots: readonly SeenDisk[]): string | undefined {
  if (volumes.length === 0 || snapshots.length === 0) return undefined;
  return [...volumes, ...snapshots].map(({ id }) => id).join(', ');
}

function diskKey(disks: readonly SeenDisk[]): string | undefined {
  const [disk] = disks;
  if (!disk || !disks.every(({ isEncrypted }) => isEncrypted)) return undefined;
  return disk.keyId ?? 'encrypted';
}

/** Without streaming, API Gateway buffers the response: the first state then arrives together with the last. */
const LEAST_STREAMED_MS = 500;

function streaming({ streamedMilliseconds = 0 }: Sights): string | undefined {
  if (streamedMilliseconds < LEAST_STREAMED_MS) return undefined;
  return `the first state came ${(streamedMilliseconds / 1000).toFixed(1)} s before the last`;
}

function reasonFor(
  what: string,
  { socketUrl, streamedMilliseconds }: Sights,
  { baseUrl, access }: Pick<Service, 'baseUrl' | 'access'>,
) {
  if (what.startsWith('TLS of')) return `${baseUrl} is plain HTTP`;
  if (what.startsWith('TLS and') && socketUrl !== undefined) return `${socketUrl} is plain HTTP`;
  if (/^(EBS|KMS: the key of the disk)/.test(what) && !access) return 'only --stack shows it';
  if (what.startsWith('Streaming') && streamedMilliseconds !== undefined) {
    return 'the first state came together with the last';
  }
  return 'the run ended before that';
}
