import { importFieldLabels } from '../../../contract/import-fields.ts'
import type { Owners } from '../existing/owners.ts'
import type { ProductRow } from '../read/row-readers.ts'
import { excerpt } from '../../platform/excerpt.ts'
import type { Problems } from '../sheets/problems.ts'
import { uniqueFields } from '../sheets/tables.ts'

/**
 * Reports values that must be unique and belong to an earlier row or another product. A value that its owner gives up
 * in the same file isn't free yet, because rows are written in sets.
 */
export function takenValues(owners: Owners, problems: Problems): (row: ProductRow, id: string | undefined) => void {
  const fields = uniqueFields('product')
  const rows = new Map<string, number>()
  return (row, id) => {
    for (const { name } of fields) {
      const value = (row as Readonly<Record<string, unknown>>)[name]
      if (typeof value !== 'string') continue
      const label = importFieldLabels[name].toLowerCase()
      const first = rows.get(`${name} ${value}`)
      const owner = owners.get(name)?.get(value)
      if (first !== undefined) problems.at(row.row, name, `This ${label} is already used in row ${first}.`)
      else if (owner && owner.id !== id) {
        const archived = owner.archived ? ', which is archived' : ''
        problems.at(row.row, name, `This ${label} belongs to ${excerpt(owner.name, 60)} (${owner.sku})${archived}.`)
      }
      rows.set(`${name} ${value}`, first ?? row.row.row)
    }
  }
}
