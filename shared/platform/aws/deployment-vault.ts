import { KMSClient } from '@aws-sdk/client-kms';
import { requireEnv } from '../env.ts';
import { repeatable } from './call-limits.ts';
import { KmsVault } from './kms-vault.ts';

/** Wiring of functions that seal or open secrets. */
export const vault = () => new KmsVault(new KMSClient(repeatable), requireEnv('VAULT_KEY_ARN'));
