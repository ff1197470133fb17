/** A request as a viewer sent it. */
export interface ViewerRequest {
  readonly requestId: string;
  readonly viewerIp: string;
  readonly method: string;
  /** Path as sent, without the query. */
  readonly uri: string;
  /** Without the question mark; undefined where the viewer sent none. */
  readonly query: string | undefined;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
}
