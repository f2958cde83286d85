import { dayIn, dayText } from '../ui/day-text.ts'

type Chosen = Readonly<{
  name: string
  inactive_since: string
  /** The supplier is stored with the order: it stays, whatever the date. */
  isSaved: boolean
  /** `2026-11-22`, or '' if no date is given. */
  orderDate: string
  /** When the order was created; null for a new one. */
  created_at: string | null
  /** The organization's time zone, which defines days. */
  time_zone: string
}>

/** The form's notice about an inactive supplier: whether the order can be sent to it, by the server's rule. */
export function inactiveSupplierText(chosen: Chosen, now = new Date()): string {
  const { name, inactive_since, isSaved, orderDate, created_at, time_zone } = chosen
  const inactiveOn = dayIn(time_zone, new Date(inactive_since))
  const dated = orderDate || dayIn(time_zone, created_at === null ? now : new Date(created_at))
  const rest =
    isSaved || dated < inactiveOn
      ? 'You can still place and receive this order.'
      : 'Choose another supplier or an earlier order date.'
  return `${name} has been inactive since ${dayText(inactiveOn)}. ${rest}`
}
