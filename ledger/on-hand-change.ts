import { sql, type Statement } from '../server/platform/sql.ts'

/** Whether units in the account of a column are on hand. */
export const isOnHand = (column: string): Statement<boolean> =>
  sql<boolean>`${sql.ref(column)} in ('available', 'reserved')`

/** The units that a movement adds to what is on hand, negative if it removes some. */
export const onHandChangeOf = (movement: string): Statement<number> => sql<number>`${sql.ref(`${movement}.quantity`)}
  * ((${isOnHand(`${movement}.to_account`)})::integer - (${isOnHand(`${movement}.from_account`)})::integer)`
