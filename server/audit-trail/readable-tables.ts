import type { auditTables, AuditType } from '../../contract/audit-trail.ts'
import type { Permission } from '../../contract/permissions.ts'
import { may, type Actor } from '../platform/endpoint.ts'

type AuditTable = (typeof auditTables)[AuditType][number]

/** The permissions for audit rows of a table, besides `audit.read`: those for the table itself. */
const readPermissions: Record<AuditTable, Permission> = {
  products: 'catalogue.read',
  stock_rules: 'stock.read',
  lots: 'stock.read',
  categories: 'catalogue.read',
  suppliers: 'catalogue.read',
  customers: 'orders.read',
  locations: 'stock.read',
  location_transfers: 'stock.read',
  transaction_drafts: 'stock.read',
  price_updates: 'catalogue.read',
  purchase_orders: 'orders.read',
  purchase_order_items: 'orders.read',
  purchase_order_payments: 'orders.read',
  supplier_responses: 'orders.read',
  supplier_response_items: 'orders.read',
  receipts: 'orders.read',
  sales_orders: 'orders.read',
  sales_order_items: 'orders.read',
  payments: 'orders.read',
  sales_order_questions: 'orders.read',
  shipments: 'orders.read',
  sales_returns: 'orders.read',
  comments: 'comments.read',
  organizations: 'organization.read',
  organization_settings: 'settings.read',
  member_settings: 'members.read',
  webhook_endpoints: 'webhooks.write',
  members: 'members.read',
  invitations: 'members.write',
  api_keys: 'api_keys.write',
  reports: 'audit.read',
  account: 'audit.read',
  audit_trail: 'audit.read',
}

/** The tables whose audit rows a reader may not see. */
export function hiddenTables(actor: Actor): string[] {
  return Object.entries(readPermissions)
    .filter(([, permission]) => !may(actor, permission))
    .map(([table]) => table)
}

/** Only members who may change other members' locations can see them. */
export function hiddenFields(actor: Actor, table: string): readonly string[] {
  return table === 'members' && !may(actor, 'members.write') ? ['location_ids'] : []
}
