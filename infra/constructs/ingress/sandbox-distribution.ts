import { Duration } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  type BehaviorOptions,
  CacheHeaderBehavior,
  CachePolicy,
  Distribution,
  type ErrorResponse,
  FunctionEventType,
  HttpVersion,
  type IFunctionRef,
  OriginProtocolPolicy,
  OriginRequestCookieBehavior,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginRequestQueryStringBehavior,
  OriginSslPolicy,
  PriceClass,
  ResponseHeadersPolicy,
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { Settings } from '../../config.ts';
import { PAGES_PATH, pagePathOf, unreachable } from '../../ingress/error-pages.ts';
import { acknowledge } from '../acknowledge.ts';
import { edgeNameOf } from './edge-function.ts';

export interface SandboxDistributionProps {
  readonly settings: Settings;
  readonly viewerRequest: IFunctionRef;
  readonly pages: Bucket;
}

/** The hosted zone of CloudFront in which all distributions are. */
export const CLOUDFRONT_ZONE = 'Z2FDTNDATAQYW2';

/** The seconds that CloudFront waits for the first byte of an origin, and between two: its longest. */
const READ_TIMEOUT = Duration.seconds(120);

/** The header by which the function makes each request one of its own. */
const REQUEST_HEADER = 'X-Sandbox-Request';

/** One distribution in front of all sandboxes. A function chooses the origin of each request. */
export class SandboxDistribution extends Construct {
  readonly distribution: Distribution;

  constructor(scope: Construct, id: string, props: SandboxDistributionProps) {
    super(scope, id);
    const { settings, pages } = props;
    this.distribution = new Distribution(this, 'Distribution', {
      comment: `Sandboxes of ${settings.name}, stage ${settings.stage}`,
      defaultBehavior: this.#sandboxes(props),
      additionalBehaviors: {
        [PAGES_PATH]: {
          origin: S3BucketOrigin.withOriginAccessControl(pages, {
            originAccessControl: new S3OriginAccessControl(this, 'PagesAccess', {
              originAccessControlName: edgeNameOf(settings),
            }),
          }),
          cachePolicy: CachePolicy.CACHING_DISABLED,
          compress: false,
          viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
          // Scripts of web clients may read why a sandbox does not answer. The pages hold nothing secret.
          responseHeadersPolicy: ResponseHeadersPolicy.CORS_ALLOW_ALL_ORIGINS,
        },
      },
      errorResponses: errorResponses(),
      // WebSockets need HTTP/1.1; everything else may share a connection. HTTP/3 knows no WebSockets at CloudFront.
      httpVersion: HttpVersion.HTTP2,
      enableIpv6: true,
      // The price of a request follows from where its client is; fewer places would only make far clients slower.
      priceClass: PriceClass.PRICE_CLASS_ALL,
      ...this.#name(settings),
      ...(settings.sandboxWebAclArn === undefined ? {} : { webAclId: settings.sandboxWebAclArn }),
    });
    acknowledgeFindings(this.distribution);
  }

  /**
   * The function gives each request that it lets pass an origin of its own. The one that is named here is the private
   * bucket, without rights to it: a request that went by the function reaches nothing.
   */
  #sandboxes({ settings, viewerRequest, pages }: SandboxDistributionProps): BehaviorOptions {
    return {
      origin: new HttpOrigin(pages.bucketRegionalDomainName, {
        // Not as a bucket: what a function does not replace of an origin stays, and a task needs no signature of AWS.
        protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
        originSslProtocols: [OriginSslPolicy.TLS_V1_2],
        readTimeout: READ_TIMEOUT,
        connectionAttempts: 1,
        connectionTimeout: Duration.seconds(5),
      }),
      functionAssociations: [{ function: viewerRequest, eventType: FunctionEventType.VIEWER_REQUEST }],
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: this.#everyRequestAlone(settings),
      originRequestPolicy: new OriginRequestPolicy(this, 'Everything', {
        originRequestPolicyName: edgeNameOf(settings),
        comment: 'All that a client sends, Sec-WebSocket-* included, and by which protocol',
        headerBehavior: OriginRequestHeaderBehavior.all('CloudFront-Forwarded-Proto'),
        cookieBehavior: OriginRequestCookieBehavior.all(),
        queryStringBehavior: OriginRequestQueryStringBehavior.all(),
      }),
      // Agents stream: what is compressed here would be held back.
      compress: false,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      ...(settings.sandboxDomain === undefined ? { responseHeadersPolicy: this.#sharedHost(settings) } : {}),
    };
  }

  /**
   * Nothing is kept, and nothing shared. A policy without caching would not do: CloudFront gives requests that come at
   * once for one path one answer, and neither the sandbox nor its key is a part of the path. A key of its own for each
   * request needs a policy that may keep something, for a second.
   */
  #everyRequestAlone(settings: Settings): CachePolicy {
    return new CachePolicy(this, 'EveryRequestAlone', {
      cachePolicyName: edgeNameOf(settings),
      comment: 'Each request to a sandbox is one of its own',
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.seconds(1),
      // Authorization reaches an origin for certain only from here.
      headerBehavior: CacheHeaderBehavior.allowList(REQUEST_HEADER, 'Authorization'),
    });
  }

  /** All sandboxes on one host: no page of one may read or keep anything that pages of others see. */
  #sharedHost(settings: Settings): ResponseHeadersPolicy {
    return new ResponseHeadersPolicy(this, 'SharedHost', {
      responseHeadersPolicyName: edgeNameOf(settings),
      comment: 'Pages of sandboxes on their common host have no origin and no cookies',
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy: 'sandbox', override: true },
        contentTypeOptions: { override: true },
      },
      removeHeaders: ['Set-Cookie'],
    });
  }

  #name({ sandboxDomain, sandboxCertificateArn }: Settings) {
    if (sandboxDomain === undefined) return {};
    const domainNames = [`*.${sandboxDomain}`];
    // The local stage may have none.
    if (sandboxCertificateArn === undefined) return { domainNames };
    return {
      domainNames,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', sandboxCertificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
    };
  }
}

/** The errors of origins that CloudFront keeps for 10 seconds unless it is asked not to, without caching too. */
const keptErrors = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

/**
 * No error is kept: what one sandbox answered would be shown in place of what it answers next, or of what another one
 * answers at the same path. A task that cannot be reached has a page.
 */
function errorResponses(): ErrorResponse[] {
  return keptErrors.map((httpStatus) => {
    const page = { responseHttpStatus: httpStatus, responsePagePath: pagePathOf(httpStatus) };
    return { httpStatus, ttl: Duration.seconds(0), ...(httpStatus in unreachable ? page : {}) };
  });
}

function acknowledgeFindings(distribution: Distribution): void {
  acknowledge(distribution, {
    'AwsSolutions-CFR1': 'People may use their sandboxes wherever they are.',
    'AwsSolutions-CFR2': 'A web ACL is charged by the month; the setting sandboxWebAclArn names one.',
    'AwsSolutions-CFR3':
      'The older access logs have paths and queries, in which labels and session keys stand; the setting sandboxLogs turns on others.',
    'AwsSolutions-CFR4':
      'With the name and certificate that CloudFront gives, it chooses the oldest TLS; a domain has 1.2.',
    'AwsSolutions-CFR7':
      'The origin of the default behavior must have no access to the bucket: the function replaces it.',
  });
}
