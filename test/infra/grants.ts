import { codedEndpoints } from '../../shared/contract/coded-endpoints.ts';
import { workers } from '../../shared/contract/workers.ts';
import type { Resource, Synthesis } from './synthesis.ts';

export interface Statement {
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: unknown;
}

export class Grants {
  readonly ids: readonly string[] = [...codedEndpoints, ...workers].map(({ id }) => id);
  readonly variables: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  readonly #statements: ReadonlyMap<string, readonly Statement[]>;

  constructor(synthesis: Synthesis) {
    const functions = synthesis.resources('api', 'AWS::Lambda::Function');
    const roles = synthesis.resources('api', 'AWS::IAM::Role');
    const byId = (id: string): Resource => {
      const [found, ...others] = functions.filter(({ logicalId }) =>
        logicalId.startsWith(`${id.replaceAll('-', '')}Function`),
      );
      if (!found || others.length > 0) throw new Error(`There is not exactly one function ${id}.`);
      return found;
    };
    this.variables = new Map(this.ids.map((id) => [id, byId(id).properties.Environment?.Variables ?? {}]));
    this.#statements = new Map(
      this.ids.map((id) => {
        const [role] = byId(id).properties.Role['Fn::GetAtt'];
        const own = roles.filter(({ logicalId }) => logicalId === role);
        const policies = own.flatMap(({ properties }) => properties.Policies);
        return [id, policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)];
      }),
    );
  }

  statementsOf(id: string): readonly Statement[] {
    return this.#statements.get(id) ?? [];
  }

  actionsOf(id: string): readonly string[] {
    return this.statementsOf(id).flatMap(({ Action }) => Action);
  }

  holdersOf(action: string): readonly string[] {
    return this.ids.filter((id) => this.actionsOf(id).includes(action)).sort();
  }

  /** A function's rights on tables, as `Table action` or `Table/index action`. */
  rightsOf(id: string): readonly string[] {
    return this.statementsOf(id)
      .flatMap(({ Action, Resource }) =>
        [Resource].flat().flatMap((resource) => {
          const text = JSON.stringify(resource);
          const table = /FnGetAtt(\w+?)Table\w*Arn/.exec(text)?.[1];
          const index = /\/index\/(\w+)/.exec(text)?.[1];
          const name = index ? `${table}/${index}` : table;
          return table ? [Action].flat().map((action) => `${name} ${action.replace('dynamodb:', '')}`) : [];
        }),
      )
      .sort();
  }
}
