import { KMSClient } from '@aws-sdk/client-kms';
import { repeatable } from './call-limits.ts';
import { KmsVault } from './kms-vault.ts';

/** The right to the key of owners' secrets. */
export interface VaultKey {
  readonly vaultKey: string;
}

/** Wiring of functions that seal or open secrets. */
export const vault = ({ vaultKey }: VaultKey) => new KmsVault(new KMSClient(repeatable), vaultKey);
