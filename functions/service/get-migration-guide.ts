import { getMigrationGuide as endpoint } from '../../shared/contract/service/service.ts';
import { migrationPage } from '../../shared/domain/service/migration/guide.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';

export const getMigrationGuide = implement(endpoint, async () => migrationPage());

export const handler = serve(getMigrationGuide, () => ({}));
