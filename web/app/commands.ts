import {
  type Icon,
  IconAlertTriangle,
  IconBell,
  IconBike,
  IconBuilding,
  IconBuildingStore,
  IconClipboardCheck,
  IconDatabaseExport,
  IconDeviceDesktop,
  IconDevices,
  IconFingerprint,
  IconHelpCircle,
  IconKey,
  IconKeyboard,
  IconLayoutSidebar,
  IconLink,
  IconListCheck,
  IconLogout,
  IconMail,
  IconMoon,
  IconPackageImport,
  IconPassword,
  IconPlus,
  IconPrinter,
  IconRefreshAlert,
  IconReportAnalytics,
  IconSearch,
  IconShieldLock,
  IconSun,
  IconTag,
  IconTrash,
  IconTruck,
  IconUpload,
  IconUser,
  IconUserPlus,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react'
import type { Membership } from '../../contract/me.ts'
import { createLocation } from '../../contract/locations.ts'
import type { Asked } from '../kit/use-may.ts'
import { navigation } from './navigation.ts'
import { keysOf, type Shortcut } from './shortcuts.ts'

/** The groups of commands while nothing is typed, in their order. */
export const commandGroups = ['Actions', 'Go to', 'Reports'] as const

/** A command in the palette besides the search results: opens a screen, or does something on the current one. */
export type Command = Readonly<{
  label: string
  icon: Icon
  /** Other words that people search for. */
  words?: string
  /** Offered only with this permission. */
  needs?: Asked
  /** Its group while nothing is typed; without one, it is found by typing only. */
  group?: (typeof commandGroups)[number]
  /** The key that does the same from anywhere. */
  keys?: Shortcut['keys']
}> &
  (Readonly<{ to: string; run?: never }> | Readonly<{ run: () => void; to?: never }>)

/** What people do most, offered before anything is typed. A command is listed once its screen works. */
const actions: readonly Command[] = [
  {
    label: 'Create sales order',
    to: '/sales-orders/new',
    icon: IconPlus,
    needs: 'orders.write',
    words: 'new add sell so',
  },
  {
    label: 'Create purchase order',
    to: '/purchase-orders/new',
    icon: IconPlus,
    needs: 'orders.write',
    words: 'new add buy po',
  },
  {
    label: 'Reorder products',
    to: '/purchase-orders/reorder',
    icon: IconRefreshAlert,
    needs: 'orders.write',
    words: 'replenish restock low buy',
  },
  { label: 'Receive goods', to: '/receiving', icon: IconPackageImport, needs: 'receiving.write', words: 'delivery' },
  { label: 'Ship goods', to: '/shipping?add=1', icon: IconTruck, needs: 'shipping.write', words: 'new shipment' },
  {
    label: 'Add transaction',
    to: '/transactions?add=1',
    icon: IconPlus,
    needs: 'stock.write',
    words: 'new stock in out adjustment count',
  },
  {
    label: 'Count stock',
    to: '/stock-count',
    icon: IconClipboardCheck,
    needs: 'stock.write',
    words: 'stocktake inventory cycle physical',
  },
  { label: 'Add product', to: '/products/new', icon: IconPlus, needs: 'catalogue.write', words: 'new item create' },
  { label: 'Add category', to: '/categories/new', icon: IconPlus, needs: 'catalogue.write', words: 'new create' },
  { label: 'Add supplier', to: '/suppliers/new', icon: IconPlus, needs: 'catalogue.write', words: 'new vendor create' },
  {
    label: 'Add location',
    to: '/locations?add=1',
    icon: IconPlus,
    needs: createLocation,
    words: 'new warehouse create',
  },
]

const reports: readonly Command[] = [
  { label: 'Inventory status report', to: '/reports', icon: IconReportAnalytics },
  { label: 'Transaction history report', to: '/reports?report=transactions', icon: IconReportAnalytics },
  { label: 'Inventory valuation report', to: '/reports?report=valuation', icon: IconReportAnalytics, words: 'value' },
]

/** Other commands that work everywhere. */
const everywhere: readonly Command[] = [
  { label: 'Show low stock', to: '/products?filter=low', icon: IconAlertTriangle },
  { label: 'Show out-of-stock products', to: '/products?filter=out', icon: IconAlertTriangle, words: 'empty' },
  {
    label: 'Print count sheet',
    to: '/stock-count?sheet=1',
    icon: IconPrinter,
    needs: 'stock.read',
    words: 'stocktake paper blind pdf',
  },
  {
    label: 'Print location labels',
    to: '/locations?labels=1',
    icon: IconTag,
    words: 'shelf bin barcode qr code sticker',
  },
  {
    label: 'Import from Excel or CSV',
    to: '/import',
    icon: IconUpload,
    needs: 'imports.write',
    words: 'workbook spreadsheet',
  },
  {
    label: 'Invite people',
    to: '/settings/members?invite=1',
    icon: IconUserPlus,
    needs: 'members.write',
    words: 'member colleague user',
  },
  {
    label: 'Create API key',
    to: '/settings/api-keys?add=1',
    icon: IconKey,
    needs: 'api_keys.write',
    words: 'new add token',
  },
  {
    label: 'Add webhook',
    to: '/settings/webhooks?add=1',
    icon: IconWebhook,
    needs: 'webhooks.write',
    words: 'events integration',
  },
]

/** The settings, each with its screen. */
export const settings: readonly Command[] = [
  {
    label: 'Company information',
    to: '/settings/company',
    icon: IconBuilding,
    needs: 'settings.read',
    words: 'name address phone e-mail time zone',
  },
  {
    label: 'Excel data import',
    to: '/settings/import',
    icon: IconUpload,
    needs: 'imports.write',
    words: 'workbook csv upload spreadsheet',
  },
  {
    label: 'Ledger check',
    to: '/settings/ledger',
    icon: IconListCheck,
    needs: 'settings.write',
    words: 'audit verify',
  },
  { label: 'Sample company', to: '/settings/company', icon: IconBike, words: 'explore demo example' },
  {
    label: 'Notification preferences',
    to: '/settings/notifications',
    icon: IconBell,
    words: 'alerts email browser push summary',
  },
  {
    label: 'Members and roles',
    to: '/settings/members',
    icon: IconUsers,
    needs: 'members.read',
    words: 'people users',
  },
  {
    label: 'Require two-factor authentication',
    to: '/settings/members',
    icon: IconShieldLock,
    needs: 'organization.write',
    words: 'security 2fa',
  },
  { label: 'API keys', to: '/settings/api-keys', icon: IconKey, needs: 'api_keys.write', words: 'token program' },
  {
    label: 'Webhooks',
    to: '/settings/webhooks',
    icon: IconWebhook,
    needs: 'webhooks.write',
    words: 'events integration',
  },
  { label: 'Your name', to: '/profile#name', icon: IconUser, words: 'profile username' },
  { label: 'Email address', to: '/profile#email-address', icon: IconMail, words: 'profile e-mail' },
  { label: 'Password', to: '/profile#password', icon: IconPassword, words: 'profile security' },
  {
    label: 'Two-factor authentication',
    to: '/profile#two-factor-authentication',
    icon: IconShieldLock,
    words: 'profile authenticator app 2fa recovery codes',
  },
  { label: 'Passkeys', to: '/profile#passkeys', icon: IconFingerprint, words: 'profile fingerprint face' },
  { label: 'Linked accounts', to: '/profile#linked-accounts', icon: IconLink, words: 'profile google provider' },
  { label: 'Signed-in devices', to: '/profile#signed-in-devices', icon: IconDevices, words: 'profile sessions' },
  { label: 'Export your data', to: '/profile#your-data', icon: IconDatabaseExport, words: 'profile download' },
  { label: 'Delete your account', to: '/profile#your-data', icon: IconTrash, words: 'profile remove' },
]

/** What commands do on the current screen, passed in by the frame. */
export type CommandEffects = Readonly<{
  openHelp: () => void
  openShortcuts: () => void
  searchList: () => void
  foldSidebar: () => void
  setTheme: (theme: 'light' | 'dark' | 'auto') => void
  switchTo: (org_id: string) => void
  signOut: () => void
}>

/** All commands: those of the current screen, those that lead to a screen, and the person's other companies. */
export function commandsOf(doing: CommandEffects, others: readonly Membership[]): readonly Command[] {
  return [
    ...inGroup('Actions', actions),
    ...inGroup('Reports', reports),
    ...everywhere,
    {
      label: 'Help for this screen',
      run: doing.openHelp,
      icon: IconHelpCircle,
      keys: keysOf('help'),
      words: 'how question',
    },
    { label: 'Keyboard shortcuts', run: doing.openShortcuts, icon: IconKeyboard, words: 'keys' },
    { label: 'Search this list', run: doing.searchList, icon: IconSearch, keys: keysOf('list'), words: 'find filter' },
    {
      label: 'Collapse or expand the sidebar',
      run: doing.foldSidebar,
      icon: IconLayoutSidebar,
      keys: keysOf('sidebar'),
      words: 'collapse expand navigation menu',
    },
    ...others.map(({ org_id, name, is_sample }): Command => ({
      label: `Switch to ${name}`,
      run: () => doing.switchTo(org_id),
      icon: is_sample ? IconBike : IconBuildingStore,
      words: 'company organization change',
    })),
    { label: 'Dark mode', run: () => doing.setTheme('dark'), icon: IconMoon, words: 'theme night appearance' },
    { label: 'Light mode', run: () => doing.setTheme('light'), icon: IconSun, words: 'theme day appearance' },
    {
      label: 'Use system theme',
      run: () => doing.setTheme('auto'),
      icon: IconDeviceDesktop,
      words: 'appearance dark light mode',
    },
    ...inGroup(
      'Go to',
      navigation.flat().map(({ label, to, icon }) => ({ label: `Go to ${label}`, to, icon })),
    ),
    { label: 'Go to Members', to: '/settings/members', icon: IconUsers, needs: 'members.read' },
    { label: 'Go to API Keys', to: '/settings/api-keys', icon: IconKey, needs: 'api_keys.write' },
    { label: 'Go to Webhooks', to: '/settings/webhooks', icon: IconWebhook, needs: 'webhooks.write' },
    { label: 'Go to Profile', to: '/profile', icon: IconUser, words: 'account' },
    { label: 'Sign out', run: doing.signOut, icon: IconLogout, words: 'log out leave' },
  ]
}

function inGroup(group: NonNullable<Command['group']>, commands: readonly Command[]): readonly Command[] {
  return commands.map((command) => ({ ...command, group }))
}
