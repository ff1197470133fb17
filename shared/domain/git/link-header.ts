/** A link to the next page in the form of a header, as clients of the legacy generation look for it in each item. */
export function linkToPage(path: string, page: number | null): string | null {
  return page === null ? null : `<${path}?page=${page}>; rel="next"`;
}
