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
import { codeOf, fillIn } from '../../ingress/function-code.ts';

/** The name of CloudFront resources, whose names are global to the account. */
export function edgeNameOf(settings: Settings): string {
  return `${prefixOf(settings)}-${Aws.REGION}`;
}

/** The function that routes each request to its sandbox, and its store of keys and of running sandboxes. */
export class EdgeFunction extends Construct {
  readonly function: IFunctionRef;
  /** The function on responses. On the shared host there are no cookies, so it would have nothing to do. */
  readonly onResponses: IFunctionRef | undefined;
  /** Workers write its entries, so that no template contains keys. */
  readonly keys: KeyValueStore;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    const name = edgeNameOf(settings);
    this.keys = new KeyValueStore(this, 'Keys', {
      keyValueStoreName: name,
      comment: 'Keys with which the edge checks the URLs of sandboxes, and where these run',
    });
    const code = fillIn(codeOf('viewer-request'), {
      region: Aws.REGION,
      sandboxDomain: settings.sandboxDomain,
    });
    this.function = new CloudFrontFunction(this, 'ViewerRequest', {
      functionName: name,
      comment: 'Routes each request to the sandbox of its signed URL',
      code: FunctionCode.fromInline(code),
      runtime: FunctionRuntime.JS_2_0,
      keyValueStore: this.keys,
    });
    this.onResponses =
      settings.sandboxDomain === undefined
        ? undefined
        : new CloudFrontFunction(this, 'ViewerResponse', {
            functionName: `${name}-response`,
            comment: 'Binds each cookie to the host of the port that set it',
            code: FunctionCode.fromInline(codeOf('viewer-response')),
            runtime: FunctionRuntime.JS_2_0,
          });
  }
}
