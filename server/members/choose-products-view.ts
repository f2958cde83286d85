import { chooseProductsView } from '../../contract/me.ts'
import { implement } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'

export const chooseProductsViewCommand = implement(chooseProductsView, async (tx, actor, { view }) => {
  await tx.run(sql`
    update profiles set products_view = ${view} where org_id = ${actor.org_id} and user_id = ${actor.user_id}`)
  return { products_view: view }
})
