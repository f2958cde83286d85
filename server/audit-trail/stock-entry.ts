import { stockMoved } from '../../contract/audit-kinds.ts'
import type { AuditEntry } from '../../contract/audit-trail.ts'
import { limits } from '../../contract/limits.ts'
import type { BalanceChange } from './posting-details.ts'
import type { StockRow } from './read-postings.ts'

/** A posting as a row of the trail. */
export function stockEntryOf(row: StockRow): AuditEntry {
  const { products, units, kind, type, reason, is_undo, document, balance_count = 0 } = row
  const isOfOne = products === 1
  const what = isOfOne ? row.product_name : `${products} products`
  return {
    id: `stock:${row.record_id}`,
    created_at: row.created_at,
    action: 'updated',
    table_name: 'stock',
    record_id: row.record_id,
    save: row.save,
    user_id: row.user_id,
    user_email: row.user_email,
    username: row.username,
    user_is_erased: row.user_is_erased,
    subject_id: isOfOne ? row.product_id : (document?.id ?? null),
    item_name: document?.number && products > 1 ? `${document.number}: ${what}` : what,
    part: null,
    commented: null,
    category: isOfOne ? row.category : null,
    category_color: isOfOne ? row.category_color : null,
    summary: units === 0 ? stockMoved : `Stock ${signedUnits.format(units)}`,
    changes: (row.balances ?? []).map((balance) => ({
      field: balance.account,
      of: ownerText(balance, products),
      before: balance.before,
      after: balance.after,
    })),
    more_changes: Math.max(0, balance_count - limits.auditChangesListed),
    stock: { kind, type, reason, is_undo, document, moves: row.moves ?? [] },
  }
}

const signedUnits = new Intl.NumberFormat('en-US', {
  signDisplay: 'exceptZero',
  maximumFractionDigits: limits.quantityDecimalsMax,
})

/** Whose balance it is: "Main Warehouse, lot L-12"; in a posting of several products "Chai at Main Warehouse". */
function ownerText({ product, location, lot }: BalanceChange, products: number): string | null {
  const level = [location, lot === null ? null : `lot ${lot}`].filter(Boolean).join(', ')
  return [products > 1 ? product : null, level].filter(Boolean).join(' at ') || null
}
