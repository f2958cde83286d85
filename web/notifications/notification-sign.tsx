import {
  IconAlertTriangle,
  IconArrowsUpDown,
  IconAt,
  IconCalendarCheck,
  IconCash,
  IconClockExclamation,
  IconFileImport,
  IconFileInvoice,
  IconFileX,
  IconMessage,
  IconMessageQuestion,
  IconPackageExport,
  IconPackageImport,
  IconPackageOff,
  IconShieldExclamation,
  IconShoppingCart,
  IconStar,
  IconTransfer,
  IconTruck,
  IconTruckOff,
  IconUserPlus,
  IconWebhookOff,
  type Icon,
} from '@tabler/icons-react'
import { notificationKind, type NotificationKind } from '../../contract/notification-kinds.ts'
import classes from './notifications.module.css'

const icons: Record<NotificationKind, Icon> = {
  low_stock: IconAlertTriangle,
  out_of_stock: IconPackageOff,
  short_for_orders: IconClockExclamation,
  transaction: IconArrowsUpDown,
  customer_question: IconMessageQuestion,
  supplier_answer: IconCalendarCheck,
  mention: IconAt,
  comment: IconMessage,
  followed: IconStar,
  webhook_off: IconWebhookOff,
  transfer: IconTransfer,
  sales_order: IconShoppingCart,
  order_ready: IconPackageExport,
  purchase_order: IconFileInvoice,
  payment_due: IconCash,
  receipt: IconPackageImport,
  shipment: IconTruck,
  shipment_failed: IconTruckOff,
  import_finished: IconFileImport,
  import_failed: IconFileX,
  member_joined: IconUserPlus,
  ledger_check: IconShieldExclamation,
}

const urgent: readonly NotificationKind[] = [
  'out_of_stock',
  'shipment_failed',
  'import_failed',
  'ledger_check',
  'webhook_off',
]
const done: readonly NotificationKind[] = ['import_finished', 'order_ready', 'receipt', 'shipment']
const warnings: readonly NotificationKind[] = ['payment_due']

/**
 * The icon of a kind: amber for alerts and warnings, red for urgent ones, green for goods and data that came or left.
 */
export function NotificationSign({ kind }: Readonly<{ kind: NotificationKind }>) {
  const { type } = notificationKind(kind)
  const Sign = icons[kind]
  const tone = urgent.includes(kind)
    ? 'red'
    : done.includes(kind)
      ? 'green'
      : type === 'alert' || warnings.includes(kind)
        ? 'amber'
        : type === 'system'
          ? 'brand'
          : 'gray'
  return (
    <span className={classes['sign']} data-tone={tone} aria-hidden>
      <Sign size={18} stroke={1.6} />
    </span>
  )
}
