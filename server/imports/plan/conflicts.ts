import type { ImportChange, ImportProblem } from '../../../contract/import-preview.ts'
import { importFieldLabels, type ImportField, type ImportKind } from '../../../contract/import-fields.ts'
import { formatQuantity } from '../../../contract/quantity.ts'
import type { Currency } from '../../../contract/currencies.ts'
import type { PlannedChange, PlannedField } from './changes.ts'
import { excerpt } from '../../platform/excerpt.ts'
import { inFileOrder, type Plan } from './plan.ts'
import type { Value } from '../sheets/field.ts'
import { fieldOf } from '../sheets/tables.ts'
import { problemsOf } from '../sheets/problems.ts'
import { sheetKeys, type Sheets } from '../sheets/sheets.ts'

/**
 * The changes that a plan would make now although the preview didn't show them: the field had another value then, or
 * wasn't going to change. Each with its cell and both values. A change that is no longer needed (a user made it in the
 * meantime) isn't a conflict.
 */
export function conflictsWith(shown: ImportChange[], plan: Plan, sheets: Sheets): ImportProblem[] {
  const then = new Map(shown.map((change) => [change.record_id, change]))
  return inFileOrder(
    plan.changes.flatMap((change) =>
      change.fields.flatMap((field) => {
        const ofField = then.get(change.record_id)?.fields.filter((other) => other.field === field.field) ?? []
        const seen = ofField.find(({ place }) => place === field.location) ?? ofField[0]
        if (seen && seen.from === field.from && seen.place === field.location) return []
        return conflict(change, field, seen, { sheets, currency: plan.currency })
      }),
    ),
  )
}

type Around = Readonly<{ sheets: Sheets; currency: Currency }>

function conflict(
  { sheet, kind, name, row }: PlannedChange,
  { field, from, to, location }: PlannedField,
  seen: ImportChange['fields'][number] | undefined,
  { sheets, currency }: Around,
): ImportProblem[] {
  const at = location === null ? '' : ` at ${location}`
  const now = `${name}: ${importFieldLabels[field]}${at} is ${valueText(kind, field, from, currency)} now`
  const before = seen
    ? `; the preview showed ${valueText(kind, field, seen.from, currency)}${seen.place === location ? '' : ` at ${seen.place}`}`
    : ` and would become ${valueText(kind, field, to, currency)}, which wasn’t in the preview`
  const problems = problemsOf(sheet, sheets[sheetKeys[sheet].key])
  problems.at(row, field, now + before)
  return problems.found
}

/** A field's value as a message shows it. */
export function valueText(kind: ImportKind, field: ImportField, value: Value, currency: Currency): string {
  if (value === null) return 'empty'
  if (typeof value === 'number') return (fieldOf(kind, field)?.show ?? formatQuantity)(value, currency)
  return `“${value.length > 60 ? `${excerpt(value, 60)}…` : value}”`
}
