import * as z from 'zod';
import { GitServer } from './git-server.ts';
import { MASK } from './mask.ts';
import { freeText, line } from './text.ts';

const AppId = line(60, z.string().trim())
  .regex(/^(?:\d{1,20}|Iv[A-Za-z0-9.]{8,40})$/, {
    error: 'Must be the App ID, such as 123456, or the client ID, such as Iv23liAbCdEf.',
  })
  .meta({ description: 'The App ID, or the client ID, from the page of the App at GitHub.' });

const InstallationId = line(20, z.string().trim()).regex(/^\d{1,20}$/, {
  error: 'Must be the number at the end of the URL of the installation.',
});

/** Never shown again, not even masked. The service also checks that it is a key. */
const PrivateKey = freeText(16_000).refine((key) => key !== MASK, {
  error: 'This is a masked key. Leave the field out to keep the stored key.',
});

/** A GitHub App of the owner. */
export const GitHubAppOrder = z
  .object({
    app_id: AppId,
    private_key: PrivateKey.nullish().meta({
      description: 'The text of the PEM file from GitHub. Leave it out to keep the stored key.',
    }),
    installation_id: InstallationId.nullish().meta({
      description: 'Restricts the service to one installation. Without it, the service finds that of each repository.',
    }),
    host: GitServer.nullish(),
  })
  .meta({ id: 'GitHubAppOrder' });
export type GitHubAppOrder = z.output<typeof GitHubAppOrder>;

/** A GitHub App in responses, without its key. */
export const GitHubAppView = z
  .object({
    app_id: z.string(),
    installation_id: z.string().nullable(),
    host: z.string().nullable().meta({ description: 'Null means github.com.' }),
  })
  .meta({ id: 'GitHubApp' });
