/** The body of a response. */
export async function answerOf<T>(answer: Promise<{ readonly data?: T; readonly response: Response }>): Promise<T> {
  const { data } = await answer;
  // A failure has thrown an ApiProblem before, so the body has the type of a success.
  return data as T;
}

interface Page<T> {
  readonly items: readonly T[];
  readonly next_page_id: string | null;
}

/** Every item of a paged list. Fetches a page once the one before it is consumed. */
export async function* everyItem<T>(
  pageOf: (page: { readonly page_id?: string }) => Promise<Page<T>>,
): AsyncGenerator<T, void> {
  let page = await pageOf({});
  for (;;) {
    yield* page.items;
    if (page.next_page_id === null) return;
    page = await pageOf({ page_id: page.next_page_id });
  }
}
