import type { Api } from '../../support/service/api.ts';
import type { Walk } from '../walk.ts';

const interfaces = ['chat/completions', 'responses', 'embeddings', 'messages'];

/** Answers are those of providers: the contract has the refusals. `test/service/broker` has the answers. */
export async function walkBroker(walk: Walk, anonymous: Api): Promise<void> {
  for (const path of interfaces) {
    const route = `POST /llm/v1/${path}`;
    await walk.visit(anonymous, route, { body: {}, fails: 401 });
    await walk.visit(anonymous, route, { body: {}, headers: { 'X-Api-Key': 'sk-x' }, fails: 401 });
  }
}
