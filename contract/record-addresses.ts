const pages = {
  product: (one: string) => `/products/${one}`,
  sales_order: (one: string) => `/sales-orders/${one}`,
  purchase_order: (one: string) => `/purchase-orders/${one}`,
  receipt: (one: string) => `/receiving/${one}`,
  shipment: (one: string) => `/shipping?shipment=${one}`,
  return: (one: string) => `/returns/${one}`,
  transfer: (one: string) => `/location-transfers?transfer=${one}`,
  posting: (one: string) => `/postings/${one}`,
  transactions: () => '/transactions',
  import: (one: string) => `/import/${one}`,
  members: () => '/settings/members',
  settings: () => '/settings/ledger',
  category: (one: string) => `/categories/${one}`,
  supplier: (one: string) => `/suppliers/${one}`,
  customer: (one: string) => `/sales-orders?customer=${one}`,
  location: (one: string) => `/locations?comments=${one}`,
  webhooks: () => '/settings/webhooks',
} as const

/** What has an address: a record, or a screen that shows all of its kind. */
export type AddressedKind = keyof typeof pages

export const addressedKinds = Object.keys(pages) as AddressedKind[]

/** The address of the screen that shows a record. */
export function recordAddress(kind: AddressedKind, id: string | null): string {
  return pages[kind](id ?? '')
}
