import type { Currency } from '../../../contract/currencies.ts'
import { importFieldLabels, type ImportKind } from '../../../contract/import-fields.ts'
import { valueText } from '../plan/conflicts.ts'
import { fieldInColumn } from '../sheets/tables.ts'
import type { ChangedField, Outcome } from './changed-fields.ts'

/** Why a field that an import changed keeps its value. */
type NotRestored = Exclude<Outcome, 'restorable' | 'already_restored'>

/** The field's values: now, and after the import. */
type Values = Readonly<{ present: string; imported: string }>

const texts: Record<NotRestored, (label: string, values: Values) => string> = {
  archived: (label) => `${label} not restored: the product is archived`,
  former_deleted: (label) => `${label} not restored: the previous ${label.toLowerCase()} was deleted`,
  taken: (label) => `${label} not restored: another product has this value now`,
  decimals_in_use: (label) => `${label} not restored: smaller quantities have since been used`,
  changed_since: (label, { present, imported }) =>
    `${label} has changed since: it’s now ${present}, and the import set it to ${imported}`,
}

/** The reason as people read it. */
export function notRestoredText(
  kind: ImportKind,
  reason: NotRestored,
  changed: ChangedField,
  currency: Currency,
): string {
  const field = fieldInColumn(kind, changed.field)
  const present = valueText(kind, field, changed.present_text, currency)
  const imported = valueText(kind, field, changed.imported_text, currency)
  return texts[reason](importFieldLabels[field], { present, imported })
}
