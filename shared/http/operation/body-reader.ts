import type { APIGatewayProxyEvent } from 'aws-lambda';

/**
 * Reads the bodies of an endpoint with a `bodyFormat`. An operation names its reader, so that the bundles of the others
 * do not contain it.
 *
 * @returns undefined for a body that is read as JSON
 */
export type BodyReader = (event: APIGatewayProxyEvent) => unknown;
