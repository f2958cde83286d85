import type { Northwind, NorthwindOrder } from './northwind.ts'

export const linesOf = (orders: readonly NorthwindOrder[]) => orders.flatMap((order) => order.lines)

export const monthsOf = ({ orders }: Northwind) => [...Map.groupBy(orders, ({ month }) => month).values()]

/** What is ordered from one supplier: units by SKU. */
export type Need = Readonly<{ supplier_name: string; lines: { sku: string; quantity: number; price_cents: bigint }[] }>

export function needsOf({ products }: Northwind, orders: readonly NorthwindOrder[]): Need[] {
  const wanted = Map.groupBy(linesOf(orders), ({ sku }) => sku)
  const needed = products.flatMap(({ sku, supplier_name, price_cents }) => {
    const quantity = (wanted.get(sku) ?? []).reduce((total, line) => total + line.quantity, 0)
    return quantity === 0 ? [] : [{ sku, supplier_name, price_cents, quantity }]
  })
  return [...Map.groupBy(needed, ({ supplier_name }) => supplier_name)].map(([supplier_name, lines]) => ({
    supplier_name,
    lines: lines.map(({ sku, quantity, price_cents }) => ({ sku, quantity, price_cents })),
  }))
}
