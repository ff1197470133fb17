/** The interfaces that a provider has: those of OpenAI or those of Anthropic. */
export type ProviderFamily = 'openai' | 'anthropic';

/** Where the requests for a model go, and with which key. */
export interface BrokeredRoute {
  readonly kind: 'brokered';
  readonly family: ProviderFamily;
  /** The URL that ends before `/chat/completions` or `/messages`, such as `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  /** The name of the model at the provider, without the prefix of the settings. */
  readonly modelName: string;
  /** Null for models that need none. */
  readonly apiKey: string | null;
  /** How the provider takes its key. */
  readonly keyHeader: 'authorization' | 'x-api-key' | 'api-key';
  /** The owner's headers for the provider, by their names in lower case. Agents do not get them. */
  readonly headers: Readonly<Record<string, string>>;
  /** The owner's fields of request bodies that contain secrets, such as those of a gateway. Agents do not get them. */
  readonly bodyFields: Readonly<Record<string, unknown>>;
  /** The owner's fields of request bodies that agents send. */
  readonly ownFields?: Readonly<Record<string, unknown>>;
}

/** A model that agents call themselves. */
export interface DirectRoute {
  readonly kind: 'direct';
  /** Why it cannot be brokered, as a clause for the owner. */
  readonly reason: string;
  /** Whether its provider is unknown, or has no URL of its own and the owner gave none. */
  readonly lacksAddress: boolean;
}

export type ModelRoute = BrokeredRoute | DirectRoute;
