import { Duration } from 'aws-cdk-lib';
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
  type ResponseHeadersPolicyProps,
  S3OriginAccessControl,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { Settings } from '../../config.ts';
import { PAGES_PATH, pagePathOf, unreachable } from '../../ingress/error-pages.ts';
import { acknowledge } from '../acknowledge.ts';
import { acceptedTls, certificateOf } from '../distribution-domain.ts';
import { edgeNameOf } from './edge-function.ts';

export interface SandboxDistributionProps {
  readonly settings: Settings;
  readonly viewerRequest: IFunctionRef;
  /** Undefined if all sandboxes share one host. */
  readonly viewerResponse: IFunctionRef | undefined;
  readonly pages: Bucket;
}

/** CloudFront's maximum time to wait for the next byte of an origin. */
const READ_TIMEOUT = Duration.seconds(120);

/** The function sets this header to a value that is unique to the request. */
const REQUEST_HEADER = 'X-Sandbox-Request';

/** The distribution in front of all sandboxes. A function chooses the origin of each request. */
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
          // Lets scripts of web clients read why a sandbox does not respond. The pages contain nothing secret.
          responseHeadersPolicy: ResponseHeadersPolicy.CORS_ALLOW_ALL_ORIGINS,
        },
      },
      errorResponses: errorResponses(),
      // CloudFront supports no WebSockets over HTTP/3.
      httpVersion: HttpVersion.HTTP2,
      enableIpv6: true,
      // The price of a request depends on the client's location. Fewer locations would only slow down far clients.
      priceClass: PriceClass.PRICE_CLASS_ALL,
      ...this.#name(settings),
      ...(settings.sandboxWebAclArn === undefined ? {} : { webAclId: settings.sandboxWebAclArn }),
    });
    acknowledgeFindings(this.distribution);
  }

  /** The function replaces the origin, which is a bucket that refuses access: without it, a request reaches nothing. */
  #sandboxes({ settings, viewerRequest, viewerResponse, pages }: SandboxDistributionProps): BehaviorOptions {
    return {
      origin: new HttpOrigin(pages.bucketRegionalDomainName, {
        // Not an S3 origin: its AWS signature would remain when the function replaces the origin.
        protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
        originSslProtocols: [OriginSslPolicy.TLS_V1_2],
        // The origins that the function chooses inherit it. Functions themselves cannot add this header.
        customHeaders: { 'X-Forwarded-Proto': 'https' },
        readTimeout: READ_TIMEOUT,
        connectionAttempts: 1,
        connectionTimeout: Duration.seconds(5),
      }),
      functionAssociations: [
        { function: viewerRequest, eventType: FunctionEventType.VIEWER_REQUEST },
        ...(viewerResponse === undefined
          ? []
          : [{ function: viewerResponse, eventType: FunctionEventType.VIEWER_RESPONSE }]),
      ],
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: this.#everyRequestAlone(settings),
      originRequestPolicy: new OriginRequestPolicy(this, 'Everything', {
        originRequestPolicyName: edgeNameOf(settings),
        comment: 'All headers, cookies and queries of the client',
        headerBehavior: OriginRequestHeaderBehavior.all(),
        cookieBehavior: OriginRequestCookieBehavior.all(),
        queryStringBehavior: OriginRequestQueryStringBehavior.all(),
      }),
      // Compression would delay the streams of agents.
      compress: false,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      responseHeadersPolicy: this.#responseHeaders(settings),
    };
  }

  /**
   * Caches and shares no response. Disabling the cache is not enough: CloudFront answers concurrent requests for one
   * path with one response, and the path contains neither the sandbox nor its key. A unique cache key per request needs
   * a policy that allows caching, here for a second.
   */
  #everyRequestAlone(settings: Settings): CachePolicy {
    return new CachePolicy(this, 'EveryRequestAlone', {
      cachePolicyName: edgeNameOf(settings),
      comment: 'No two requests to sandboxes share a response',
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.seconds(1),
      // Only headers of the cache key reliably include Authorization.
      headerBehavior: CacheHeaderBehavior.allowList(REQUEST_HEADER, 'Authorization'),
    });
  }

  /**
   * Isolates sandboxes from each other in a browser. It also applies to errors, for which no function runs. Its id and
   * name stay when the settings change, as CloudFront would refuse a second policy of this name.
   */
  #responseHeaders(settings: Settings): ResponseHeadersPolicy {
    return new ResponseHeadersPolicy(this, 'SharedHost', {
      responseHeadersPolicyName: edgeNameOf(settings),
      ...(settings.sandboxDomain === undefined ? onSharedHost : onOwnHosts),
    });
  }

  #name({ sandboxDomain, sandboxCertificateArn }: Settings) {
    if (sandboxDomain === undefined) return {};
    // The local stage has no certificate.
    const certificate = sandboxCertificateArn === undefined ? {} : certificateOf(this, sandboxCertificateArn);
    return { domainNames: [`*.${sandboxDomain}`], ...certificate };
  }
}

/** Browsers would apply each of these headers to the whole host, and so to all other sandboxes. */
const onSharedHost: ResponseHeadersPolicyProps = {
  comment: 'Pages of sandboxes on the shared host have no origin and no cookies',
  securityHeadersBehavior: {
    contentSecurityPolicy: { contentSecurityPolicy: 'sandbox', override: true },
    contentTypeOptions: { override: true },
  },
  removeHeaders: [
    'Set-Cookie',
    'Clear-Site-Data',
    // With NEL, one sandbox would get the URLs of requests to the others.
    'NEL',
    'Report-To',
    'Alt-Svc',
    'Strict-Transport-Security',
    'Service-Worker-Allowed',
  ],
};

/** Browsers clear the cookies of the whole domain. The other headers apply to the host of one port. */
const onOwnHosts: ResponseHeadersPolicyProps = {
  comment: 'Pages of sandboxes cannot clear the cookies of others',
  removeHeaders: ['Clear-Site-Data'],
};

/** The origin errors that CloudFront caches for 10 seconds by default, even without other caching. */
const keptErrors = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

/** Disables the cache of errors, which would mix up sandboxes, and adds pages for tasks that cannot be reached. */
function errorResponses(): ErrorResponse[] {
  return keptErrors.map((httpStatus) => {
    const page = { responseHttpStatus: httpStatus, responsePagePath: pagePathOf(httpStatus) };
    return { httpStatus, ttl: Duration.seconds(0), ...(httpStatus in unreachable ? page : {}) };
  });
}

function acknowledgeFindings(distribution: Distribution): void {
  acknowledge(distribution, {
    ...acceptedTls,
    'AwsSolutions-CFR1': 'Sandboxes have no geographic restriction.',
    'AwsSolutions-CFR2': 'A web ACL is charged by the month. The setting sandboxWebAclArn names one.',
    'AwsSolutions-CFR3':
      'Standard access logs contain paths and queries, with labels and session keys. The setting sandboxLogs turns on others.',
    'AwsSolutions-CFR7': 'The default origin must have no access to the bucket: the function replaces it.',
  });
}
