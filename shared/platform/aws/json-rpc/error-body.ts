interface ErrorBody {
  readonly __type?: string;
  readonly message?: string;
  readonly Message?: string;
}

/** What the body of an error response says: the name without its namespace, the message, and the other members. */
export function readErrorBody(text: string) {
  const { __type: type = 'Unknown', message, Message, ...details } = bodyOf(text);
  return { name: type.slice(type.indexOf('#') + 1), message: message ?? Message ?? 'UnknownError', details };
}

/** Proxies can respond with other texts. The status then decides about a retry. */
function bodyOf(text: string): ErrorBody {
  try {
    return Object(JSON.parse(text));
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    return { message: text.slice(0, 200) };
  }
}
