import { createModelResponse as endpoint } from '../../shared/contract/broker/broker.ts';
import { type BrokerDeps, callModel } from '../../shared/domain/broker/proxy/call-model.ts';
import { callingAgent } from '../../shared/domain/broker/proxy/calling-agent.ts';
import { openAiFailures } from '../../shared/http/answers/model-failures.ts';
import { failingAs, implementForSandbox } from '../../shared/http/operation/operation.ts';
import { askedOf, contentOf } from '../../shared/http/serve/model-answers.ts';
import { serveStream } from '../../shared/http/serve/serve-stream.ts';
import { brokerDeps } from '../../shared/wiring/broker/calling.ts';

export const createModelResponse = failingAs(
  openAiFailures,
  implementForSandbox(endpoint, callingAgent, async ({ body, caller, request }, deps: BrokerDeps) =>
    contentOf(await callModel(caller, { kind: 'responses', body, ...askedOf(request, openAiFailures) }, deps)),
  ),
);

export const handler = serveStream(createModelResponse, brokerDeps);
