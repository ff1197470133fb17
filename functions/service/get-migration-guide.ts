import { getMigrationGuide as endpoint } from '../../shared/contract/migration.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { migrationPage } from '../../shared/migration/page.ts';

export const getMigrationGuide = implement(endpoint, async () => migrationPage());

export const handler = serve(getMigrationGuide, () => ({}));
