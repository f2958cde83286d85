import type { RefusalDetails } from '../../ledger/refusals.ts'
import { dayText } from '../organizations/company-days.ts'

/**
 * For a pending transaction whose lot has got another expiry date, or can't get one from a limited member. It can't be
 * changed, only discarded.
 */
export function otherExpiryOfDraft({ lot_number, expires_on }: RefusalDetails): string {
  return typeof expires_on === 'string'
    ? `${expires(lot_number, expires_on)} Discard this transaction and enter it again with that date, or change the lot’s expiry date on the product page.`
    : `${staysUndated(lot_number)} A member with access to all locations can complete this transaction.`
}

/**
 * For units of an existing lot that come in with another expiry date, or with the first one for goods that are also
 * where a limited member has no access (kernel.ensure_lot).
 */
export function otherExpiry({ lot_number, expires_on }: RefusalDetails): string {
  return typeof expires_on === 'string'
    ? `${expires(lot_number, expires_on)} Use that date, or change the lot’s expiry date on the product page.`
    : `${staysUndated(lot_number)} Leave the date empty, or ask a member with access to all locations to add it.`
}

const expires = (lot_number: unknown, day: string) => `Lot ${String(lot_number)} expires on ${dayText(day)}.`
const staysUndated = (lot_number: unknown) =>
  `Lot ${String(lot_number)}, which is also at other locations, has no expiry date.`
