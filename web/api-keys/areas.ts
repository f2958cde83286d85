import { counted } from '../../contract/counted-nouns.ts'
import type { ApiKey } from '../../contract/api-keys.ts'

export type KeyPermission = ApiKey['permissions'][number]

/** A key's possible permissions, by area. */
export type Area = Readonly<{ name: string; read?: KeyPermission; change?: KeyPermission }>

export const areas: readonly Area[] = [
  { name: 'Products, categories, suppliers, locations', read: 'catalogue.read', change: 'catalogue.write' },
  { name: 'Stock, transactions and transfers', read: 'stock.read', change: 'stock.write' },
  { name: 'Orders and customers', read: 'orders.read', change: 'orders.write' },
  { name: 'Private links', change: 'sharing.write' },
  { name: 'Receiving', change: 'receiving.write' },
  { name: 'Shipping', change: 'shipping.write' },
  { name: 'Comments', read: 'comments.read', change: 'comments.write' },
  { name: 'Image uploads', change: 'files.write' },
  { name: 'Imports', change: 'imports.write' },
  { name: 'Reports', read: 'reports.read' },
  { name: 'Audit trail', read: 'audit.read' },
  { name: 'Event feed', read: 'feed.read' },
  { name: 'Company', read: 'organization.read' },
  { name: 'Settings', read: 'settings.read', change: 'settings.write' },
]

const allReads = areas.flatMap(({ read }) => read ?? [])
const all = areas.flatMap(({ read, change }) => [read ?? [], change ?? []].flat())

/** The presets for most keys. */
export const presets = { read: allReads, full: all } as const

/** A key for more areas is described by the number of its permissions. */
const areasNamed = 3

/** Describes a key's permissions in a few words: its areas, or all of them in one. */
export function permissionTexts(permissions: readonly KeyPermission[]): string[] {
  if (permissions.length === 0) return ['No permissions']
  const has = new Set(permissions)
  if (all.every((one) => has.has(one))) return ['Full access']
  if (permissions.length === allReads.length && allReads.every((one) => has.has(one))) return ['Read only']
  const named = areas.filter(({ read, change }) => [read, change].some((one) => one !== undefined && has.has(one)))
  if (named.length > areasNamed) return [counted(permissions.length, 'permission')]
  return named.map(({ name, change }) => (change && has.has(change) ? name : `${name} (read only)`))
}

/** The same as one text. */
export const describePermissions = (permissions: readonly KeyPermission[]): string =>
  permissionTexts(permissions).join(' · ')
