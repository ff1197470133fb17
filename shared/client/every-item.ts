interface Page<T> {
  readonly items: readonly T[];
  readonly next_page_id: string | null;
}

/** Everything in a list that comes in pages; it asks for a page only when the one before it is used up. */
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
