type Headers = Readonly<Record<string, string | undefined>> | null | undefined;

/** The value of a header as API Gateway passes it, with the name as the client wrote it. @param name in lower case */
export function headerOf(headers: Headers, name: string): string | undefined {
  return Object.entries(headers ?? {}).find(([sent]) => sent.toLowerCase() === name)?.[1];
}
