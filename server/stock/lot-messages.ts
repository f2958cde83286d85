import type { RefusalDetails } from '../../ledger/refusals.ts'
import { dayText } from '../organizations/company-days.ts'

/** For a pending transaction whose lot has got another expiry date. It can't be changed, only discarded. */
export function otherExpiryOfDraft({ lot_number, expires_on }: RefusalDetails): string {
  return `Lot ${lot_number} expires on ${dayText(String(expires_on))}. Discard this transaction and enter it again with that date, or change the lot’s expiry date on the product page.`
}

/** For units of an existing lot that come in with another expiry date (kernel.ensure_lot). */
export function otherExpiry({ lot_number, expires_on }: RefusalDetails): string {
  return `Lot ${lot_number} expires on ${dayText(String(expires_on))}. Use that date, or change the lot’s expiry date on the product page.`
}
