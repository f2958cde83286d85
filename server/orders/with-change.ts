/** Each order with the fields that a change gives; what is undefined stays as it is. */
export function withChange<Order extends object>(orders: readonly Order[], change: Partial<Order>): Order[] {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  return orders.map((order) => ({ ...order, ...given }))
}
