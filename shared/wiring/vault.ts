import { KMSClient } from '@aws-sdk/client-kms';
import { repeatable } from '../aws/call-limits.ts';
import { KmsVault } from '../aws/kms-vault.ts';
import { requireEnv } from '../env.ts';

/** What functions that seal or open secrets are wired with. */
export const vault = () => new KmsVault(new KMSClient(repeatable), requireEnv('VAULT_KEY_ARN'));
