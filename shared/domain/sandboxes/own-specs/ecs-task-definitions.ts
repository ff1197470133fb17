import {
  DeregisterTaskDefinitionCommand,
  type ECSClient,
  ListTaskDefinitionsCommand,
  RegisterTaskDefinitionCommand,
} from '@aws-sdk/client-ecs';
import { type TaskPlace, type TaskSpec, taskDefinition } from '../specs/task-definition.ts';
import { DefinitionRefusedError, type TaskDefinitions } from './task-definitions.ts';

interface Options extends Omit<TaskPlace, 'family'> {
  readonly familyPrefix: string;
  /** The tag that the permission to register requires, as CloudFormation gives it to deployed definitions. */
  readonly deployment: string;
}

export class EcsTaskDefinitions implements TaskDefinitions {
  readonly #ecs: ECSClient;
  readonly #options: Options;

  constructor(ecs: ECSClient, options: Options) {
    this.#ecs = ecs;
    this.#options = options;
  }

  async register(family: string, spec: TaskSpec): Promise<void> {
    const { familyPrefix, deployment, ...place } = this.#options;
    const definition = taskDefinition(spec, { ...place, family: `${familyPrefix}${family}` });
    const tags = [{ key: 'service', value: deployment }];
    try {
      await this.#ecs.send(new RegisterTaskDefinitionCommand({ ...definition, tags }));
    } catch (error) {
      const isRefusal = error instanceof Error && /^(ClientException|InvalidParameterException)$/.test(error.name);
      throw isRefusal ? new DefinitionRefusedError(error.message, { cause: error }) : error;
    }
  }

  async deregister(family: string): Promise<void> {
    const familyPrefix = `${this.#options.familyPrefix}${family}`;
    const query = new ListTaskDefinitionsCommand({ familyPrefix, status: 'ACTIVE' });
    const { taskDefinitionArns = [] } = await this.#ecs.send(query);
    const own = taskDefinitionArns.filter((arn) => arn.includes(`:task-definition/${familyPrefix}:`));
    for (const taskDefinition of own) await this.#ecs.send(new DeregisterTaskDefinitionCommand({ taskDefinition }));
  }
}
