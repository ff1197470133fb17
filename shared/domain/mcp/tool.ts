/** A part of JSON Schema. */
export type Schema = { readonly [keyword: string]: unknown };

/** A tool as MCP clients see it. */
export interface ToolView {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: {
    readonly type: 'object';
    readonly properties: Readonly<Record<string, Schema>>;
    readonly required: readonly string[];
    readonly additionalProperties: false;
  };
  /** Hints for clients that ask people before they call a tool. */
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

/** The endpoint that a tool calls. */
export interface ToolEndpoint {
  readonly method: string;
  /** With `{name}` for parameters. */
  readonly path: string;
  /** The scope that a key needs; null: any key can call it. */
  readonly scope: string | null;
  /** The names of query parameters. Arguments that are neither these nor in the path are fields of the body. */
  readonly query: readonly string[];
  readonly body: 'none' | 'json' | 'bytes';
  /** Whether it takes an Idempotency-Key. */
  readonly takesKey: boolean;
  /** Whether it returns a part of a file for a `Range`. */
  readonly takesRange: boolean;
}

export interface Tool {
  readonly view: ToolView;
  readonly endpoint: ToolEndpoint;
}
