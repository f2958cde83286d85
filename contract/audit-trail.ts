import { z } from 'zod'
import { query } from './endpoint.ts'
import { filterDate, id, moment, storableText, text } from './fields.ts'
import { limits } from './limits.ts'
import { recordTypes } from './records.ts'
import { exportedFile, fileFormat } from './reports.ts'
import { transactionTypes } from './transaction-types.ts'

/** The options of the Type filter, and the tables of each. Most stock changes come from the ledger. */
export const auditTables = {
  products: ['products', 'stock_rules', 'lots'],
  categories: ['categories'],
  suppliers: ['suppliers'],
  customers: ['customers'],
  locations: ['locations'],
  stock_changes: ['transaction_drafts'],
  transfers: ['location_transfers'],
  purchase_orders: [
    'purchase_orders',
    'purchase_order_items',
    'purchase_order_payments',
    'supplier_responses',
    'supplier_response_items',
  ],
  receipts: ['receipts'],
  sales_orders: ['sales_orders', 'sales_order_items', 'payments', 'sales_order_questions'],
  shipments: ['shipments'],
  returns: ['sales_returns'],
  price_updates: ['price_updates'],
  comments: ['comments'],
  settings: ['organizations', 'organization_settings', 'member_settings', 'webhook_endpoints'],
  members: ['members', 'invitations'],
  api_keys: ['api_keys'],
  exports: ['reports', 'account', 'audit_trail'],
} as const satisfies Record<string, readonly string[]>
export type AuditType = keyof typeof auditTables
export const auditTypes = Object.keys(auditTables) as [AuditType, ...AuditType[]]

/** The action. A stock change counts as an update of its product. */
export const auditActions = ['created', 'updated', 'deleted', 'exported', 'shared'] as const
export type AuditAction = (typeof auditActions)[number]

const value = z.union([z.string(), z.number(), z.boolean()]).nullable()

/** One field, old and new. For a stock change: an account of a product at a location, before and after. */
const change = z.object({ field: z.string(), of: z.string().nullable(), before: value, after: value })
export type AuditChange = z.output<typeof change>

/** Units of one product that a posting moved between accounts; outside accounts have no location. */
const stockMove = z.object({
  product: z.string(),
  from: z.string(),
  from_location: z.string().nullable(),
  to: z.string(),
  to_location: z.string().nullable(),
  quantity: z.number(),
})
export type StockMove = z.output<typeof stockMove>

/** A posting and what it moved. */
const stockChange = z.object({
  kind: z.string(),
  type: z.enum(transactionTypes).nullable(),
  reason: z.string().nullable(),
  is_undo: z.boolean(),
  document: z.object({ kind: z.string(), id, number: z.string().nullable() }).nullable(),
  moves: z.array(stockMove),
})
export type StockChange = z.output<typeof stockChange>

/** One row of the trail: of an editable record, or of the ledger. */
const entry = z.object({
  id: z.string(),
  created_at: moment,
  action: z.enum(auditActions),
  /** The table whose row changed; `stock` for a posting. */
  table_name: z.string(),
  /** The changed row; for stock, the posting. */
  record_id: id,
  /** The same for all rows that one save wrote; null if unknown. */
  save: z.string().nullable(),
  user_id: id.nullable(),
  /** Their data at that time; null once the account is deleted, and for the server itself. */
  user_email: z.string().nullable(),
  username: z.string().nullable(),
  /** The account was deleted, including its name and address. */
  user_is_erased: z.boolean(),
  /** The record whose page shows this; null if there is none. */
  subject_id: id.nullable(),
  /** The record's name at that time; null if it had none. */
  item_name: z.string().nullable(),
  /** The row's part of its record: the product of an order's line, the amount of a payment, "Shipment 2". */
  part: z.string().nullable(),
  /** For a comment: the kind of record it is on. */
  commented: z.enum(recordTypes).nullable(),
  /** For a product: its category at that time. */
  category: z.string().nullable(),
  category_color: z.string().nullable(),
  summary: z.string(),
  changes: z.array(change),
  /** Number of changes beyond the listed ones. */
  more_changes: z.number(),
  /** Only for stock changes. */
  stock: stockChange.nullable(),
})
export type AuditEntry = z.output<typeof entry>

const filters = {
  /** Days in the organization's time zone, `to` included; or moments, `to` excluded. */
  from: filterDate.optional(),
  to: filterDate.optional(),
  action: z.enum(auditActions).optional(),
  type: z.enum(auditTypes).optional(),
  user_id: id.optional(),
  search: text(limits.searchCharacters).optional(),
}

export const listAuditTrail = query({
  name: 'list_audit_trail',
  summary: 'Lists changes, newest first. `search` matches item name, change summary and user email',
  path: '/audit-trail',
  permission: 'audit.read',
  input: z.strictObject({
    ...filters,
    limit: z.coerce.number().int().min(1).max(limits.pageSizeMax).default(limits.auditPageSize),
    cursor: storableText(2_000).optional(),
  }),
  /** `previous` is the cursor of the previous page, `next` of the following one. */
  output: z.object({ items: z.array(entry), next: z.string().nullable(), previous: z.string().nullable() }),
})

export const countAuditTrail = query({
  name: 'count_audit_trail',
  summary: 'Returns how many entries match the filters: exact up to 10,000',
  path: '/audit-trail/count',
  permission: 'audit.read',
  input: z.strictObject(filters),
  output: z.object({ count: z.number(), is_more: z.boolean() }),
})

export const listAuditUsers = query({
  name: 'list_audit_users',
  summary: 'Lists the people and API keys that can appear in the audit trail',
  path: '/audit-trail/users',
  permission: 'audit.read',
  input: z.strictObject({}),
  output: z.object({
    items: z.array(z.object({ user_id: id, name: z.string(), email: z.string().nullable() })),
  }),
})

export const readRecordHistory = query({
  name: 'read_record_history',
  summary: 'Lists the history of one record, newest first, including its stock changes',
  path: '/audit-trail/record-history',
  permission: 'audit.read',
  input: z.strictObject({
    record_id: id,
    limit: z.coerce.number().int().min(1).max(limits.pageSizeMax).default(limits.auditPageSize),
    cursor: storableText(2_000).optional(),
  }),
  output: z.object({ items: z.array(entry), next: z.string().nullable() }),
})

export const downloadAuditTrail = query({
  name: 'download_audit_trail',
  summary: 'Downloads the filtered audit trail as audit_trail.csv or .xlsx',
  path: '/audit-trail/file',
  permission: 'audit.read',
  input: z.strictObject({ ...filters, format: fileFormat.default('csv') }),
  output: exportedFile,
  downloads: ['csv', 'xlsx'],
})
