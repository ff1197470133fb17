import { join } from 'node:path';
import { Duration } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
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
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { Settings } from '../../config.ts';
import { appPolicy, type ConsoleReach, furtherHeaders, HSTS_SECONDS, referencePolicy } from '../../console/headers.ts';
import { acknowledge } from '../acknowledge.ts';
import { edgeNameOf } from '../ingress/edge-function.ts';

export interface ConsoleDistributionProps {
  readonly settings: Settings;
  readonly files: Bucket;
  readonly reach: ConsoleReach;
}

const functions = join(import.meta.dirname, '..', '..', 'console');

/** The distribution of the console: no other content has its origin. */
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
        // By the address that was asked for, before the function changes it.
        '/reference*': {
          ...common,
          functionAssociations: this.#viewerFunction('ReferenceRequest', '-reference', 'reference-request.js'),
          responseHeadersPolicy: this.#headers('Reference', '-reference', referencePolicy(reach)),
        },
      },
      // Or its bucket would list its files there.
      defaultRootObject: 'index.html',
      httpVersion: HttpVersion.HTTP2_AND_3,
      enableIpv6: true,
      // The price of a request follows from where its client is; fewer places would only make far clients slower.
      priceClass: PriceClass.PRICE_CLASS_ALL,
      ...this.#domain(settings),
    });
    acknowledge(this.distribution, {
      'AwsSolutions-CFR1': 'People may use the console wherever they are.',
      'AwsSolutions-CFR2': 'A web ACL is charged by the month, and there are public files alone.',
      'AwsSolutions-CFR3': 'The API logs each call of the console; who loads its files is of no interest.',
      'AwsSolutions-CFR4':
        'With the name and certificate that CloudFront gives, it chooses the oldest TLS; a domain has 1.2.',
      'Annotation::@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk':
        'The root is a page, the function leads no address to the list, and the names of the files are public.',
    });
  }

  #common(files: Bucket): BehaviorOptions {
    return {
      origin: S3BucketOrigin.withOriginAccessControl(files, {
        originAccessControl: new S3OriginAccessControl(this, 'Access', { originAccessControlName: this.#name }),
        // Without the right to list, S3 answers 403 for a file that is not there.
        originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
      }),
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      // As long as each file says, compressed, and without regard to queries and cookies.
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      compress: true,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    };
  }

  #viewerFunction(id: string, suffix: string, file: string): FunctionAssociation[] {
    const viewerFunction = new CloudFrontFunction(this, id, {
      functionName: `${this.#name}${suffix}`,
      comment: 'Leads each address to its page',
      code: FunctionCode.fromFile({ filePath: join(functions, file) }),
      runtime: FunctionRuntime.JS_2_0,
    });
    return [{ function: viewerFunction, eventType: FunctionEventType.VIEWER_REQUEST }];
  }

  #headers(id: string, suffix: string, contentSecurityPolicy: string): ResponseHeadersPolicy {
    const override = true;
    return new ResponseHeadersPolicy(this, id, {
      responseHeadersPolicyName: `${this.#name}${suffix}`,
      comment: 'What pages of the console may load, call and be shown in',
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy, override },
        strictTransportSecurity: { accessControlMaxAge: Duration.seconds(HSTS_SECONDS), override },
        contentTypeOptions: { override },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override },
      },
      customHeadersBehavior: {
        customHeaders: Object.entries(furtherHeaders).map(([header, value]) => ({ header, value, override })),
      },
    });
  }

  #domain({ consoleDomain, consoleCertificateArn }: Settings) {
    if (consoleDomain === undefined || consoleCertificateArn === undefined) return {};
    return {
      domainNames: [consoleDomain],
      certificate: Certificate.fromCertificateArn(this, 'Certificate', consoleCertificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
    };
  }
}
