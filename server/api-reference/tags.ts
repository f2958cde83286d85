import type { Endpoint } from '../../contract/endpoint.ts'

/** A section of the reference, with the beginnings of the paths that belong to it. */
type Tag = Readonly<{ name: string; description: string; paths: readonly string[] }>

/** In the order in which someone who connects a shop needs them. */
export const tags: readonly Tag[] = [
  {
    name: 'Products',
    description:
      'What is bought, stocked and sold, identified by its SKU. A product that has a history is archived instead of deleted.',
    paths: ['/products', '/products/:product_id/prices', '/price-updates'],
  },
  {
    name: 'Stock',
    description:
      'What is on hand, where it is, and how it got there. Stock is never set: each change is a posting, which can be reversed once.',
    paths: [
      '/products/:product_id',
      '/products/:id/write-off',
      '/transactions',
      '/transaction-drafts',
      '/postings',
      '/stock-value-as-of',
    ],
  },
  {
    name: 'Sales orders',
    description:
      'Orders of customers. Available stock is reserved when an order is created; what is missing is backordered and reserved as soon as it arrives.',
    paths: ['/sales-orders', '/payments', '/sales-order-questions'],
  },
  {
    name: 'Shipments',
    description: 'Goods of a sales order that leave together. They leave stock with the status `in_transit`.',
    paths: ['/shipments', '/shipment-counts', '/sales-orders/:sales_order_id/shipments'],
  },
  {
    name: 'Returns',
    description:
      'Goods that a customer sends back. They are available again, or on hold until someone has inspected them.',
    paths: ['/returns', '/sales-orders/:sales_order_id/returns'],
  },
  { name: 'Customers', description: 'They are created with their first sales order.', paths: ['/customers'] },
  {
    name: 'Purchase orders',
    description: 'Orders to suppliers. Their units are incoming from the time the order is placed.',
    paths: ['/purchase-orders', '/purchase-order-payments', '/supplier-responses'],
  },
  {
    name: 'Receipts',
    description: 'Goods of a purchase order that were received together, in one or several lots and locations.',
    paths: ['/receipts', '/purchase-orders/:purchase_order_id/receipts'],
  },
  {
    name: 'Transfers',
    description: 'Goods moved from one location to another, at once or in two steps.',
    paths: ['/location-transfers', '/transfer-destinations'],
  },
  { name: 'Locations', description: 'Warehouses, shops, rooms and shelves that hold stock.', paths: ['/locations'] },
  { name: 'Categories', description: 'Groups of products.', paths: ['/categories'] },
  { name: 'Suppliers', description: 'Companies that goods are bought from.', paths: ['/suppliers'] },
  {
    name: 'Feed',
    description:
      'Everything that happened to stock, products, orders, receipts and shipments, in order and without gaps, for programs that keep a copy.',
    paths: ['/feed'],
  },
  {
    name: 'Webhooks',
    description:
      'Addresses that get the events of the feed as they happen. Owners and admins manage them; API keys can’t. The messages are described in `/api/asyncapi.json`.',
    paths: ['/webhooks'],
  },
  {
    name: 'API keys',
    description: 'Owners and admins manage keys. A key can’t create other keys.',
    paths: ['/api-keys'],
  },
  { name: 'Reports', description: 'The figures of the reports and the dashboard.', paths: ['/reports', '/dashboard'] },
  { name: 'Search', description: 'One search over all records.', paths: ['/search'] },
  {
    name: 'Imports',
    description: 'Products, categories, suppliers, locations and transactions from a workbook, a CSV file or JSON.',
    paths: ['/imports', '/import-files', '/import-template'],
  },
  {
    name: 'Files',
    description: 'Pictures of products and photos of received goods. Keys can upload them, but not open them.',
    paths: ['/files'],
  },
  {
    name: 'Comments',
    description: 'Texts that members and programs add to a record.',
    paths: ['/comments', '/mentionable-members'],
  },
  {
    name: 'Private links',
    description: 'Links that open one order for its customer or supplier without an account.',
    paths: ['/shares', '/sales-orders/:sales_order_id/shares', '/purchase-orders/:purchase_order_id/shares'],
  },
  { name: 'Audit trail', description: 'Who changed what, and when.', paths: ['/audit-trail'] },
  {
    name: 'Organization',
    description: 'The company’s data and settings, and the result of the daily ledger check.',
    paths: ['/organization', '/settings', '/ledger-check'],
  },
  {
    name: 'Members',
    description: 'People of the organization and invitations. API keys can’t use these.',
    paths: ['/members', '/invitations', '/invitation-acceptances', '/invitation-previews', '/membership'],
  },
  {
    name: 'Own account',
    description: 'What concerns a person and not the organization. API keys can’t use these.',
    paths: [
      '/account',
      '/me',
      '/organizations',
      '/sample-company',
      '/notifications',
      '/notification-preferences',
      '/following',
      '/push-subscription',
      '/record-organization',
      '/search/choices',
    ],
  },
  {
    name: 'Other addresses',
    description: 'The same actions at addresses that older clients use.',
    paths: ['/rpc', '/fetch-price'],
  },
]

/** The section of an endpoint: that of the longest beginning of its path. */
export function tagOf({ path }: Pick<Endpoint, 'path'>): string {
  const fits = (beginning: string) => path === beginning || path.startsWith(`${beginning}/`)
  const found = tags
    .flatMap(({ name, paths }) => paths.filter(fits).map((beginning) => ({ name, length: beginning.length })))
    .toSorted((a, b) => b.length - a.length)
  return found[0]?.name ?? ''
}
