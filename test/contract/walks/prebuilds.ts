import type { Owner } from '../../support/service/owners.ts';
import type { Walk } from '../walk.ts';

const ABSENT = '0193e0b4d1f87a3c9b2e6f5a4d3c2b1a';

export async function walkPrebuilds(walk: Walk, { api }: Owner, anonymous: Owner['api']): Promise<void> {
  const all = '/api/v1/prebuilds';
  const body = { repository: 'octocat/Hello-World', git_provider: 'github', refresh: 'push' };
  const { body: made } = await walk.visit(api, `POST ${all}`, { body });
  await walk.visit(api, `POST ${all}`, { body: { ...body, refresh: 'hourly' }, fails: 422 });
  await walk.visit(api, `POST ${all}`, { body: { ...body, refresh: 'daily' }, fails: 409 });
  const at = [made.id];
  const absent = [ABSENT];
  await walk.visit(api, `GET ${all}`);
  await walk.visit(api, `GET ${all}/{}`, { at });
  await walk.visit(api, `GET ${all}/{}`, { at: absent, fails: 404 });
  await walk.visit(api, `PATCH ${all}/{}`, { at, body: { setup_on_start: true } });
  await walk.visit(api, `PATCH ${all}/{}`, { at: absent, body: {}, fails: 404 });
  await walk.visit(api, `POST ${all}/{}/build`, { at });
  await walk.visit(api, `POST ${all}/{}/build`, { at: absent, fails: 404 });
  await walk.visit(api, `POST ${all}/{}/rotate-secret`, { at });
  await walk.visit(api, `POST ${all}/{}/rotate-secret`, { at: absent, fails: 404 });
  const hook = 'POST /api/v1/prebuild-hooks/{}';
  await walk.visit(anonymous, hook, { at, body: { ref: 'refs/heads/main' }, fails: 403 });
  await walk.visit(anonymous, hook, { at: absent, body: { ref: 'refs/heads/main' }, fails: 404 });
  await walk.visit(api, `DELETE ${all}/{}`, { at });
  await walk.visit(api, `DELETE ${all}/{}`, { at: absent, fails: 404 });
}
