import {
  type Icon,
  IconArrowsExchange,
  IconBuildingStore,
  IconCategory,
  IconLayoutDashboard,
  IconListDetails,
  IconMapPin,
  IconPackage,
  IconReportAnalytics,
  IconSettings,
} from '@tabler/icons-react'

export type NavigationEntry = Readonly<{ label: string; to: string; icon: Icon }>

/**
 * The sidebar: groups of entries, in the spec's order. An entry stands here when its screen works, not before. Sales Orders,
 * Purchase Orders, Receiving and Shipping belong before Suppliers; Audit Trail after Reports.
 */
export const navigation: readonly (readonly NavigationEntry[])[] = [
  [
    { label: 'Dashboard', to: '/', icon: IconLayoutDashboard },
    { label: 'Products', to: '/products', icon: IconPackage },
    { label: 'Categories', to: '/categories', icon: IconCategory },
  ],
  [{ label: 'Suppliers', to: '/suppliers', icon: IconBuildingStore }],
  [
    { label: 'Locations', to: '/locations', icon: IconMapPin },
    { label: 'Transfers', to: '/location-transfers', icon: IconArrowsExchange },
    { label: 'Transactions', to: '/transactions', icon: IconListDetails },
    { label: 'Reports', to: '/reports', icon: IconReportAnalytics },
  ],
  [{ label: 'Settings', to: '/settings', icon: IconSettings }],
]

/** Whether an entry is the one we are under: by path prefix, `/` only exactly. */
export function isActive(to: string, path: string): boolean {
  return to === '/' ? path === '/' : path === to || path.startsWith(`${to}/`)
}
