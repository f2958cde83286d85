/**
 * The rows of a list that was read page by page. A row that moved behind the pages read before it, because someone
 * changed it meanwhile, is in two of them: it is shown once, where it was read last.
 */
export function itemsOfPages<T>(pages: readonly { readonly items: readonly T[] }[]): T[] {
  const items = pages.flatMap((page) => page.items)
  if (pages.length < 2) return items
  const last = new Map(items.map((item, index) => [identityOf(item), index]))
  return last.size === items.length ? items : items.filter((item, index) => last.get(identityOf(item)) === index)
}

/** Its id, or that of the product it is about. A row without either is only equal to itself. */
function identityOf(item: unknown): unknown {
  const { id, product_id } = item as { id?: string; product_id?: string }
  return id ?? product_id ?? item
}
