import { productFields } from '../../contract/products.ts'
import { sql, type Statement } from '../platform/sql.ts'

/** Fields that are typed with a product and kept elsewhere: with its cost, by the ledger, at further locations. */
const keptElsewhere = ['cost_is_known', 'min_stock_level', 'additional_locations']

/** The columns that hold what people type about a product, each called like its field of the contract. */
export const typedColumns: readonly string[] = Object.keys(productFields).filter(
  (name) => !keptElsewhere.includes(name),
)

type Written = Readonly<{ name: Statement<unknown>; value: Statement<unknown> }>

/** Those of these values that a typed column holds, with its name. What is left out is not written. */
export function writtenColumns(values: Readonly<Record<string, unknown>>): Written[] {
  return typedColumns
    .filter((column) => values[column] !== undefined)
    .map((column) => ({ name: sql.ref(column), value: sql`${values[column]}` }))
}
