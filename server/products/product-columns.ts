import { productFields } from '../../contract/products.ts'
import { sql, type Statement } from '../platform/sql.ts'

/** Fields entered with a product and stored elsewhere: with its cost, by the ledger, at further locations. */
const storedElsewhere = ['cost_is_known', 'min_stock_level', 'additional_locations']

/** The columns with a product's editable data, each named like its field in the contract. */
export const typedColumns: readonly string[] = Object.keys(productFields).filter(
  (name) => !storedElsewhere.includes(name),
)

type Written = Readonly<{ name: Statement<unknown>; value: Statement<unknown> }>

/** These values by column. Omitted values aren't written. */
export function writtenColumns(values: Readonly<Record<string, unknown>>): Written[] {
  return typedColumns
    .filter((column) => values[column] !== undefined)
    .map((column) => ({ name: sql.ref(column), value: sql`${values[column]}` }))
}
