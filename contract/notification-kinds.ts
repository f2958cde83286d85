import type { Permission } from './permissions.ts'

export const notificationTypes = ['alert', 'transaction', 'system'] as const

export type NotificationType = (typeof notificationTypes)[number]

type KindRow = Readonly<{
  type: NotificationType
  /** The name of the choice in the settings. */
  label: string
  description: string
  /** Only members with this permission get it. */
  permission: Permission
  /** Whether members also get it for their own acts. */
  own: boolean
  /** Whether it is emailed unless the member chose otherwise. */
  mail: boolean
  /** Concerns the whole organization, so members limited to locations never get it. */
  whole?: true
}>

/** Every kind of notification. A new kind is one row here. */
export const notificationKinds = {
  low_stock: {
    type: 'alert',
    label: 'Low stock',
    description: 'A product’s stock falls to its minimum or below',
    permission: 'stock.read',
    own: true,
    mail: false,
  },
  out_of_stock: {
    type: 'alert',
    label: 'Out of stock',
    description: 'A product’s stock falls to zero',
    permission: 'stock.read',
    own: true,
    mail: true,
  },
  short_for_orders: {
    type: 'alert',
    label: 'Backordered',
    description: 'Customers have ordered more of a product than is in stock',
    permission: 'orders.read',
    own: true,
    mail: false,
  },
  transaction: {
    type: 'transaction',
    label: 'Stock transactions',
    description: 'Someone else changes stock manually',
    permission: 'stock.read',
    own: false,
    mail: false,
  },
  transfer: {
    type: 'transaction',
    label: 'Transfers',
    description: 'Someone else moves stock between locations',
    permission: 'stock.read',
    own: false,
    mail: false,
  },
  sales_order: {
    type: 'transaction',
    label: 'Sales orders',
    description: 'Someone else creates one, changes its status or records a return',
    permission: 'orders.read',
    own: false,
    mail: false,
  },
  order_ready: {
    type: 'transaction',
    label: 'Orders ready to ship',
    description: 'All units that a sales order was waiting for are in stock',
    permission: 'orders.read',
    own: true,
    mail: false,
  },
  purchase_order: {
    type: 'transaction',
    label: 'Purchase orders',
    description: 'Someone else creates, places or cancels one',
    permission: 'orders.read',
    own: false,
    mail: false,
  },
  payment_due: {
    type: 'transaction',
    label: 'Payments due',
    description: 'A purchase order on account has to be paid within a week, or is overdue',
    permission: 'orders.write',
    own: true,
    mail: true,
  },
  customer_question: {
    type: 'transaction',
    label: 'Customer questions',
    description: 'A customer asks about their order',
    permission: 'orders.read',
    own: false,
    mail: false,
  },
  supplier_answer: {
    type: 'transaction',
    label: 'Supplier answers',
    description: 'A supplier confirms a date or proposes other quantities',
    permission: 'orders.read',
    own: false,
    mail: false,
  },
  receipt: {
    type: 'transaction',
    label: 'Deliveries received',
    description: 'Someone else receives a delivery',
    permission: 'orders.read',
    own: false,
    mail: false,
  },
  shipment: {
    type: 'transaction',
    label: 'Shipments',
    description: 'Someone else sends a shipment, or it is delivered',
    permission: 'orders.read',
    own: false,
    mail: false,
  },
  shipment_failed: {
    type: 'transaction',
    label: 'Failed shipments',
    description: 'A delivery to a customer fails',
    permission: 'orders.read',
    own: true,
    mail: true,
  },
  mention: {
    type: 'system',
    label: 'Mentions',
    description: 'Someone mentions you in a comment',
    permission: 'comments.read',
    own: false,
    mail: true,
  },
  comment: {
    type: 'system',
    label: 'Comments on records you follow',
    description: 'Someone comments on a record you follow or commented on',
    permission: 'comments.read',
    own: false,
    mail: false,
  },
  followed: {
    type: 'system',
    label: 'Updates on records you follow',
    description: 'Any of the above for a record you follow, even if you turned it off',
    permission: 'comments.read',
    own: false,
    mail: false,
  },
  import_finished: {
    type: 'system',
    label: 'Finished imports',
    description: 'An import is finished or undone',
    permission: 'imports.write',
    own: true,
    mail: false,
    whole: true,
  },
  import_failed: {
    type: 'system',
    label: 'Failed imports',
    description: 'A file that you confirmed couldn’t be imported',
    permission: 'imports.write',
    own: true,
    mail: true,
    whole: true,
  },
  member_joined: {
    type: 'system',
    label: 'New members',
    description: 'Someone accepts an invitation to your company',
    permission: 'members.write',
    own: false,
    mail: false,
    whole: true,
  },
  webhook_off: {
    type: 'system',
    label: 'Webhooks turned off',
    description: 'A webhook fails for days, or its address no longer exists',
    permission: 'webhooks.write',
    own: true,
    mail: true,
    whole: true,
  },
  ledger_check: {
    type: 'system',
    label: 'Failed ledger checks',
    description: 'The daily check finds stock figures that don’t add up',
    permission: 'settings.write',
    own: true,
    mail: true,
    whole: true,
  },
} as const satisfies Record<string, KindRow>

export type NotificationKind = keyof typeof notificationKinds

/** The kinds in display order. */
export const notificationKindNames = Object.keys(notificationKinds) as readonly NotificationKind[]

/** The row of a kind, with all its columns. */
export function notificationKind(kind: NotificationKind): KindRow {
  return notificationKinds[kind]
}

/** How a member hears of a notification. */
export const notificationChannels = ['app', 'mail', 'push'] as const

export type NotificationChannel = (typeof notificationChannels)[number]

/** Whether a channel is on for a kind by default. */
export function isOnByDefault(kind: NotificationKind, channel: NotificationChannel): boolean {
  // A person who turned on a browser's notifications gets there what would be emailed.
  return channel === 'app' || notificationKind(kind).mail
}
