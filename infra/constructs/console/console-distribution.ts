import { join } from 'node:path';
import { Duration } from 'aws-cdk-lib';
import {
  AccessLevel,
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Function as CloudFrontFunction,
  Distribution,
  type FunctionAssociation,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  HttpVersion,
  PriceClass,
  ResponseHeadersPolicy,
  S3OriginAccessControl,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { Settings } from '../../config.ts';
import {
  appPolicy,
  type ConsoleReach,
  furtherHeaders,
  HSTS_SECONDS,
  referencePolicy,
  sharedHeaders,
  sharedPolicy,
} from '../../console/headers.ts';
import { acknowledge } from '../acknowledge.ts';
import { acceptedTls, certificateOf } from '../distribution-domain.ts';
import { edgeNameOf } from '../ingress/edge-function.ts';

export interface ConsoleDistributionProps {
  readonly settings: Settings;
  readonly files: Bucket;
  readonly reach: ConsoleReach;
}

const functions = join(import.meta.dirname, '..', '..', 'console');

/** The distribution of the console, which shares its web origin with no other content. */
export class ConsoleDistribution extends Construct {
  readonly distribution: Distribution;
  readonly #name: string;

  constructor(scope: Construct, id: string, { settings, files, reach }: ConsoleDistributionProps) {
    super(scope, id);
    this.#name = `${edgeNameOf(settings)}-console`;
    const common = this.#common(files);
    this.distribution = new Distribution(this, 'Distribution', {
      comment: `Console of ${settings.name}, stage ${settings.stage}`,
      defaultBehavior: {
        ...common,
        functionAssociations: this.#viewerFunction('ViewerRequest', '', 'app-request.js'),
        responseHeadersPolicy: this.#headers('App', '', appPolicy(reach)),
      },
      additionalBehaviors: {
        // CloudFront matches the path of the request, before the function changes it.
        '/reference*': {
          ...common,
          functionAssociations: this.#viewerFunction('ReferenceRequest', '-reference', 'reference-request.js'),
          responseHeadersPolicy: this.#headers('Reference', '-reference', referencePolicy(reach)),
        },
        '/shared*': {
          ...common,
          functionAssociations: this.#viewerFunction('SharedRequest', '-shared', 'shared-request.js'),
          responseHeadersPolicy: this.#headers('Shared', '-shared', sharedPolicy(reach), sharedHeaders),
        },
      },
      // Without it, the bucket would list its files.
      defaultRootObject: 'index.html',
      httpVersion: HttpVersion.HTTP2_AND_3,
      enableIpv6: true,
      // The price of a request depends on the client's location. Fewer locations would only slow down far clients.
      priceClass: PriceClass.PRICE_CLASS_ALL,
      ...this.#domain(settings),
    });
    acknowledge(this.distribution, {
      ...acceptedTls,
      'AwsSolutions-CFR1': 'The console has no geographic restriction.',
      'AwsSolutions-CFR2': 'A web ACL is charged by the month, and all files are public.',
      'AwsSolutions-CFR3': 'The API logs each request of the console; requests for its files are not logged.',
      'Annotation::@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk':
        'The root is a page, no path leads to the list, and the names of the files are public.',
    });
  }

  #common(files: Bucket): BehaviorOptions {
    return {
      origin: S3BucketOrigin.withOriginAccessControl(files, {
        originAccessControl: new S3OriginAccessControl(this, 'Access', { originAccessControlName: this.#name }),
        // Without the permission to list, S3 returns 403 for a missing file.
        originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
      }),
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      // Caches as long as each file allows, and ignores queries and cookies.
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      compress: true,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    };
  }

  #viewerFunction(id: string, suffix: string, file: string): FunctionAssociation[] {
    const viewerFunction = new CloudFrontFunction(this, id, {
      functionName: `${this.#name}${suffix}`,
      comment: 'Maps each path to its page',
      code: FunctionCode.fromFile({ filePath: join(functions, file) }),
      runtime: FunctionRuntime.JS_2_0,
    });
    return [{ function: viewerFunction, eventType: FunctionEventType.VIEWER_REQUEST }];
  }

  #headers(
    id: string,
    suffix: string,
    contentSecurityPolicy: string,
    own: Readonly<Record<string, string>> = {},
  ): ResponseHeadersPolicy {
    const override = true;
    return new ResponseHeadersPolicy(this, id, {
      responseHeadersPolicyName: `${this.#name}${suffix}`,
      comment: 'What pages of the console can load and call, and where they can be framed',
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy, override },
        strictTransportSecurity: { accessControlMaxAge: Duration.seconds(HSTS_SECONDS), override },
        contentTypeOptions: { override },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override },
      },
      customHeadersBehavior: {
        customHeaders: Object.entries({ ...furtherHeaders, ...own }).map(([header, value]) => ({
          header,
          value,
          override,
        })),
      },
    });
  }

  #domain({ consoleDomain, consoleCertificateArn }: Settings) {
    if (consoleDomain === undefined || consoleCertificateArn === undefined) return {};
    return { domainNames: [consoleDomain], ...certificateOf(this, consoleCertificateArn) };
  }
}
