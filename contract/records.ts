import { z } from 'zod'
import { id } from './fields.ts'
import type { Permission } from './permissions.ts'

/** The records that people comment on and follow. */
export const recordTypes = [
  'product',
  'category',
  'supplier',
  'customer',
  'location',
  'sales_order',
  'purchase_order',
  'shipment',
  'receipt',
  'return',
  'transfer',
  'transaction',
] as const
export type RecordType = (typeof recordTypes)[number]

/** Names one record. A transaction's id is that of its posting. */
export const recordInput = { record_type: z.enum(recordTypes, 'Choose a type of record'), record_id: id }

/** The permission to read a record and its comments. */
export const recordPermission: Readonly<Record<RecordType, Permission>> = {
  product: 'catalogue.read',
  category: 'catalogue.read',
  supplier: 'catalogue.read',
  location: 'catalogue.read',
  customer: 'orders.read',
  sales_order: 'orders.read',
  purchase_order: 'orders.read',
  shipment: 'orders.read',
  receipt: 'orders.read',
  return: 'orders.read',
  transfer: 'stock.read',
  transaction: 'stock.read',
}
