import type { Activity } from '../../contract/dashboard.ts'
import { formatChange, formatQuantity } from '../../contract/quantity.ts'

const verbs = { added: 'Added new', updated: 'Updated', deleted: 'Deleted', modified: 'Modified' } as const

/** One line of Recent Activity: what was done, then to what. `Updated products: Chang, price`, `+40 units: Chang`. */
export function activityText(activity: Activity): { title: string; detail: string } {
  const { kind, table_name, records, name, fields } = activity
  if (kind === 'stock') return { title: stockTitle(activity), detail: name ?? 'Product Not Found' }
  if (kind === 'imported') return { title: `Imported ${name ?? 'data'}`, detail: importDetail(activity) }
  if (kind === 'import_undone') return { title: `Took back the import of ${name ?? 'data'}`, detail: '' }
  const title = `${verbs[kind]} ${table_name.replaceAll('_', ' ')}`
  if (records > 1) return { title, detail: `${formatQuantity(records)}${records >= 2_000 ? '+' : ''} records` }
  const changed = fields.filter((field) => field !== 'archived_at').map((field) => field.replaceAll('_', ' '))
  return { title, detail: [name, changed.join(', ')].filter(Boolean).join(': ') }
}

/** What changed on hand; of held goods, where nothing else changed, with that word. */
function stockTitle({ type, units, held, to_location_name }: Activity): string {
  const isOfHeld = !units && !!held
  const amount = (isOfHeld ? held : units) ?? 0
  const unitsText = `${formatQuantity(Math.abs(amount))} ${isOfHeld ? 'held ' : ''}${Math.abs(amount) === 1 ? 'unit' : 'units'}`
  switch (type) {
    case 'transfer':
      return to_location_name === null ? `Moved ${unitsText}` : `Moved ${unitsText} to ${to_location_name}`
    case 'opening':
      return `Opening stock of ${unitsText}`
    case 'adjustment':
      return `Adjusted ${isOfHeld ? 'held goods ' : ''}by ${formatChange(amount)}`
    case 'in':
    case 'out':
    case 'commitment':
    case null:
      return amount === 0 ? 'Set goods aside' : `${amount > 0 ? 'Received' : 'Took out'} ${unitsText}`
  }
}

function importDetail({ records, units }: Activity): string {
  return [
    `${formatQuantity(records)} ${records === 1 ? 'product' : 'products'}`,
    units === null ? '' : `${formatChange(units)} units`,
  ]
    .filter(Boolean)
    .join(', ')
}
