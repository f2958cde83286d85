import { counted } from '../../contract/counted-nouns.ts'
import type { ApiKey } from '../../contract/api-keys.ts'

export type KeyPermission = ApiKey['permissions'][number]

/** A key's possible permissions, by area. */
export type Area = Readonly<{ name: string; read?: KeyPermission; change?: KeyPermission }>

export const areas: readonly Area[] = [
  { name: 'Products, categories, suppliers, locations', read: 'catalogue.read', change: 'catalogue.write' },
  { name: 'Stock, transactions and transfers', read: 'stock.read', change: 'stock.write' },
  { name: 'Orders and customers', read: 'orders.read', change: 'orders.write' },
  { name: 'Links to orders', change: 'sharing.write' },
  { name: 'Receiving', change: 'receiving.write' },
  { name: 'Shipping', change: 'shipping.write' },
  { name: 'Comments', read: 'comments.read', change: 'comments.write' },
  { name: 'Uploading pictures', change: 'files.write' },
  { name: 'Imports', change: 'imports.write' },
  { name: 'Reports', read: 'reports.read' },
  { name: 'Audit trail', read: 'audit.read' },
  { name: 'Feed of events', read: 'feed.read' },
  { name: 'Company', read: 'organization.read' },
  { name: 'Settings', read: 'settings.read', change: 'settings.write' },
]

const allReads = areas.flatMap(({ read }) => read ?? [])
const all = areas.flatMap(({ read, change }) => [read ?? [], change ?? []].flat())

/** The presets for most keys. */
export const presets = { read: allReads, full: all } as const

/** Describes a key's permissions in a few words. */
export function describePermissions(permissions: readonly KeyPermission[]): string {
  if (permissions.length === 0) return 'No permissions'
  const has = new Set(permissions)
  if (all.every((one) => has.has(one))) return 'Full access'
  if (permissions.length === allReads.length && allReads.every((one) => has.has(one))) return 'Read only'
  return counted(permissions.length, 'permission')
}
