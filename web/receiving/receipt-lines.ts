type OfProduct = Readonly<{ product_id: string }>

/** The lines of each product together, in the order in which the products were received. */
export function byProduct<L extends OfProduct>(lines: readonly L[]): readonly (readonly [L, ...L[]])[] {
  const groups = new Map<string, [L, ...L[]]>()
  for (const line of lines) {
    const group = groups.get(line.product_id)
    if (group) group.push(line)
    else groups.set(line.product_id, [line])
  }
  return [...groups.values()]
}
