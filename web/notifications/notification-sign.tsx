import {
  IconAlertTriangle,
  IconArrowsExchange,
  IconFileImport,
  IconFileInvoice,
  IconInfoCircle,
  IconPackageImport,
  IconShieldExclamation,
  IconShoppingCart,
  IconTransfer,
  IconTruck,
  IconUserPlus,
  type Icon,
} from '@tabler/icons-react'
import { notificationKind, type NotificationKind, type NotificationType } from '../../contract/notification-kinds.ts'
import classes from './notifications.module.css'

const icons: Partial<Record<NotificationKind, Icon>> = {
  transfer: IconTransfer,
  sales_order: IconShoppingCart,
  purchase_order: IconFileInvoice,
  receipt: IconPackageImport,
  shipment: IconTruck,
  import_finished: IconFileImport,
  member_joined: IconUserPlus,
  ledger_check: IconShieldExclamation,
}

const typeIcons: Record<NotificationType, Icon> = {
  alert: IconAlertTriangle,
  transaction: IconArrowsExchange,
  system: IconInfoCircle,
}

const urgent: readonly NotificationKind[] = ['out_of_stock', 'ledger_check']

/** The sign of a kind: its own icon, else that of its type; amber for alerts, red for what can't wait. */
export function NotificationSign({ kind }: Readonly<{ kind: NotificationKind }>) {
  const { type } = notificationKind(kind)
  const Sign = icons[kind] ?? typeIcons[type]
  const tone = urgent.includes(kind) ? 'red' : type === 'alert' ? 'amber' : type === 'system' ? 'brand' : 'grey'
  return (
    <span className={classes['sign']} data-tone={tone} aria-hidden>
      <Sign size={18} stroke={1.6} />
    </span>
  )
}
