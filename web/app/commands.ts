import {
  type Icon,
  IconAlertTriangle,
  IconKey,
  IconPackageImport,
  IconPlus,
  IconReportAnalytics,
  IconTruck,
  IconUpload,
  IconUser,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react'
import type { Permission } from '../../contract/permissions.ts'
import { navigation } from './navigation.ts'

/** Something the palette can open. */
export type PaletteEntry = Readonly<{
  label: string
  to: string
  icon: Icon
  note?: string
  /** Offered only to those who may. */
  needs?: Permission
}>

/** What one can do from anywhere, besides finding things. A command stands here when its screen works. */
export const commands: readonly PaletteEntry[] = [
  { label: 'Add product', to: '/products/new', icon: IconPlus, needs: 'catalogue.write' },
  { label: 'Add category', to: '/categories/new', icon: IconPlus, needs: 'catalogue.write' },
  { label: 'Add supplier', to: '/suppliers/new', icon: IconPlus, needs: 'catalogue.write' },
  { label: 'Create purchase order', to: '/purchase-orders/new', icon: IconPlus, needs: 'orders.write' },
  { label: 'Receive goods', to: '/receiving', icon: IconPackageImport, needs: 'receiving.write' },
  { label: 'New sales order', to: '/sales-orders/new', icon: IconPlus, needs: 'orders.write' },
  { label: 'Ship goods', to: '/shipping?add=1', icon: IconTruck, needs: 'shipping.write' },
  { label: 'Add transaction', to: '/transactions?add=1', icon: IconPlus, needs: 'stock.write' },
  { label: 'Show low stock', to: '/products?filter=low', icon: IconAlertTriangle },
  { label: 'Inventory status report', to: '/reports', icon: IconReportAnalytics },
  { label: 'Transaction history report', to: '/reports?report=transactions', icon: IconReportAnalytics },
  { label: 'Inventory valuation report', to: '/reports?report=valuation', icon: IconReportAnalytics },
  { label: 'Import a workbook', to: '/settings#import', icon: IconUpload, needs: 'imports.write' },
  { label: 'Invite people', to: '/settings/members?invite=1', icon: IconUserPlus, needs: 'members.write' },
  { label: 'Go to Members', to: '/settings/members', icon: IconUsers, needs: 'members.read' },
  { label: 'Go to API keys', to: '/settings/api-keys', icon: IconKey, needs: 'api_keys.write' },
  { label: 'Go to Profile', to: '/profile', icon: IconUser },
  ...navigation.flat().map(({ label, to, icon }) => ({ label: `Go to ${label}`, to, icon })),
]
