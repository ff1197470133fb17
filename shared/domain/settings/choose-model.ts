/** The deployment's model, for owners who set none. */
export interface DeploymentModel {
  readonly model: string;
  readonly baseUrl: string | null;
  readonly hasKey: boolean;
}

/** An owner's own model settings. */
export interface OwnModel {
  readonly model: string | null;
  readonly baseUrl: string | null;
  readonly hasKey: boolean;
}

export interface ChosenModel {
  readonly model: string;
  readonly baseUrl: string | null;
  readonly key: 'own' | 'deployment' | 'none';
}

/** The owner's model over the deployment's. The operator's key never goes to an address from the owner. */
export function chooseModel(own: OwnModel, deployment: DeploymentModel): ChosenModel {
  const model = own.model ?? deployment.model;
  if (own.baseUrl !== null) return { model, baseUrl: own.baseUrl, key: own.hasKey ? 'own' : 'none' };
  // An owner's key is not for the operator's proxy, unless the model is the operator's too.
  if (own.hasKey) return { model, baseUrl: own.model === null ? deployment.baseUrl : null, key: 'own' };
  const isServed = deployment.baseUrl !== null || providerOf(model) === providerOf(deployment.model);
  return {
    model,
    baseUrl: isServed ? deployment.baseUrl : null,
    key: isServed && deployment.hasKey ? 'deployment' : 'none',
  };
}

function providerOf(model: string): string {
  return model.includes('/') ? model.slice(0, model.indexOf('/')) : '';
}
