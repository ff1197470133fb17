import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Aws } from 'aws-cdk-lib';
import {
  Function as CloudFrontFunction,
  FunctionCode,
  FunctionRuntime,
  type IFunctionRef,
  KeyValueStore,
} from 'aws-cdk-lib/aws-cloudfront';
import { Construct } from 'constructs';
import { prefixOf, type Settings } from '../../config.ts';
import { fillIn } from '../../ingress/function-code.ts';

const source = join(import.meta.dirname, '..', '..', 'ingress', 'viewer-request.js');

/** What CloudFront has by a name of the account, and not of a Region: the Region is part of the name here. */
export function edgeNameOf(settings: Settings): string {
  return `${prefixOf(settings)}-${Aws.REGION}`;
}

/** The function that sends each request to its sandbox, and the store from which it reads the keys of labels. */
export class EdgeFunction extends Construct {
  readonly function: IFunctionRef;
  /** Empty at first: a worker puts the keys in, so that no template holds one. */
  readonly keys: KeyValueStore;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    const name = edgeNameOf(settings);
    this.keys = new KeyValueStore(this, 'Keys', {
      keyValueStoreName: name,
      comment: 'Keys by which the edge checks the addresses of sandboxes',
    });
    const code = fillIn(readFileSync(source, 'utf8'), {
      region: Aws.REGION,
      sandboxDomain: settings.sandboxDomain,
    });
    this.function = new CloudFrontFunction(this, 'ViewerRequest', {
      functionName: name,
      comment: 'Sends each request to the sandbox that its signed label names',
      code: FunctionCode.fromInline(code),
      runtime: FunctionRuntime.JS_2_0,
      keyValueStore: this.keys,
    });
  }
}
