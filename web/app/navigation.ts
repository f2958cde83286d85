import {
  type Icon,
  IconArrowsExchange,
  IconBuildingStore,
  IconCategory,
  IconFileInvoice,
  IconHistory,
  IconLayoutDashboard,
  IconListDetails,
  IconMapPin,
  IconPackage,
  IconPackageImport,
  IconReportAnalytics,
  IconSettings,
  IconShoppingCart,
  IconTruck,
} from '@tabler/icons-react'

export type NavigationEntry = Readonly<{ label: string; to: string; icon: Icon }>

/** The sidebar: groups of entries, in the spec's order. An entry is listed once its screen works. */
export const navigation: readonly (readonly NavigationEntry[])[] = [
  [
    { label: 'Dashboard', to: '/', icon: IconLayoutDashboard },
    { label: 'Products', to: '/products', icon: IconPackage },
    { label: 'Categories', to: '/categories', icon: IconCategory },
  ],
  [
    { label: 'Sales Orders', to: '/sales-orders', icon: IconShoppingCart },
    { label: 'Purchase Orders', to: '/purchase-orders', icon: IconFileInvoice },
    { label: 'Receiving', to: '/receiving', icon: IconPackageImport },
    { label: 'Shipping', to: '/shipping', icon: IconTruck },
    { label: 'Suppliers', to: '/suppliers', icon: IconBuildingStore },
  ],
  [
    { label: 'Locations', to: '/locations', icon: IconMapPin },
    { label: 'Transfers', to: '/location-transfers', icon: IconArrowsExchange },
    { label: 'Transactions', to: '/transactions', icon: IconListDetails },
    { label: 'Reports', to: '/reports', icon: IconReportAnalytics },
    { label: 'Audit Trail', to: '/audit-trail', icon: IconHistory },
  ],
  [{ label: 'Settings', to: '/settings', icon: IconSettings }],
]

/** The name of the screen at an address of the sidebar; undefined for others. */
export function screenAt(path: string): string | undefined {
  return navigation.flat().find(({ to }) => to === path)?.label
}

/** Screens whose address isn't below the entry that leads to them. */
const elsewhere: Readonly<Record<string, string>> = {
  '/locations': '/stock-count',
  '/settings': '/import',
  '/sales-orders': '/returns',
  '/transactions': '/postings',
}

/** Whether an entry is the current one: by path prefix, `/` only exactly. */
export function isActive(to: string, path: string): boolean {
  const other = elsewhere[to]
  if (other && isActive(other, path)) return true
  return to === '/' ? path === '/' : path === to || path.startsWith(`${to}/`)
}
