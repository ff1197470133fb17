import { specsDocument } from '../../../infra/specs/document.ts';
import { openhands } from '../../../infra/specs/openhands.ts';
import { reference } from '../../../infra/specs/reference.ts';
import { parseSpec } from '../../../infra/specs/schema.ts';
import { StubServer } from '../stub/stub-server.ts';
import { endpointSubjects } from '../subjects/endpoint-subjects.ts';
import { makeScene } from '../subjects/make-scene.ts';
import type { Subject } from '../subjects/subject.ts';
import { workerSubjects } from '../subjects/worker-subjects.ts';
import { manyRows } from './many-rows.ts';
import type { Ask, Scenery } from './stub-in-process.ts';

// The process that stands for AWS and the agents: its work must not count as the function's. It says what there is to
// measure, and then answers what its parent asks.

const specs = specsDocument([parseSpec('reference', reference), parseSpec('openhands', openhands)]);
const [spec] = specs.specs;
if (!spec) throw new Error('there is no sandbox spec');
const stub = new StubServer();
await stub.start();
const scene = await makeScene(stub, spec);
const world = await manyRows(stub, scene);
const subjects = new Map<string, Subject>(
  [...endpointSubjects(scene), ...workerSubjects(scene)].map((subject) => [subject.id, subject]),
);

const answerTo = (ask: Ask): string | undefined => {
  if ('reset' in ask) {
    stub.reset(world);
    return undefined;
  }
  const refused = stub.calls.find((call) => call.endsWith(')'));
  return refused ?? subjects.get(ask.judge)?.faultOf(ask.answer, stub.calls);
};

process.on('message', (ask: Ask) => process.send?.({ fault: answerTo(ask) }));
process.on('disconnect', () => process.exit(0));
process.send?.({
  url: stub.url,
  specs: JSON.stringify(specs),
  subjects: [...subjects.values()].map(({ id, area, event }) => ({ id, area, event: JSON.stringify(event) })),
} satisfies Scenery);
