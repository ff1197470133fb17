import { describe, expect, it } from 'vitest';
import { problemsOfCall } from '../../infra/local/models/check-call.ts';
import { inputOf } from '../../infra/local/models/schema.ts';
import { operationOf } from '../../infra/local/models/service-model.ts';
import { sizeProblem } from '../../shared/contract/shapes/fargate-sizes.ts';
import { production, Synthesis } from './synthesis.ts';
import { apiInput } from './template-input.ts';

function problemsOf(operation: string, properties: Readonly<Record<string, unknown>>): readonly string[] {
  const schema = operationOf('ecs', operation);
  if (!schema) throw new Error(`ECS has no operation ${operation}`);
  return problemsOfCall({ service: 'ecs', operation, input: { ...apiInput(properties, inputOf(schema)) } });
}

const local = new Synthesis({ stage: 'local' });
local.remove();
const definitions = [production(), local].flatMap((synthesis) => synthesis.everyResource('AWS::ECS::TaskDefinition'));

describe('the task definitions of the templates', () => {
  it('fit the model of RegisterTaskDefinition', () => {
    expect(definitions.length).toBeGreaterThanOrEqual(3);
    for (const { properties } of definitions) expect(problemsOf('RegisterTaskDefinition', properties)).toEqual([]);
  });

  it('have sizes that Fargate offers', () => {
    for (const { properties } of definitions) {
      expect(sizeProblem(Number(properties.Cpu), Number(properties.Memory))).toBeUndefined();
    }
  });

  it('would be found with an unknown property, another type or a value of no enumeration', () => {
    const [definition] = definitions;
    const broken = {
      ...definition?.properties,
      Colour: 'red',
      NetworkMode: 'internet',
      Volumes: [{ Name: 'workspace', ConfiguredAtLaunch: 'yes' }],
    };

    expect(problemsOf('RegisterTaskDefinition', broken)).toEqual([
      expect.stringMatching(/networkMode is not one of/),
      expect.stringMatching(/volumes\[0\]\.configuredAtLaunch must be a boolean, not string/),
      expect.stringMatching(/colour is unknown to the model/),
    ]);
  });
});

describe('the cluster of the templates', () => {
  it('fits the model of CreateCluster', () => {
    const clusters = production().everyResource('AWS::ECS::Cluster');

    expect(clusters).toHaveLength(1);
    for (const { properties } of clusters) {
      // The only property with another name in CloudFormation than in the API.
      const { ClusterSettings: Settings, ...others } = properties;
      expect(problemsOf('CreateCluster', { ...others, Settings })).toEqual([]);
    }
  });
});
