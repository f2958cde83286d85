import { z } from 'zod'
import { deletion } from './deletion.ts'
import { command, query } from './endpoint.ts'
import { id, quantity } from './fields.ts'
import { product } from './products.ts'

export const readProductDeletion = query({
  name: 'read_product_deletion',
  summary:
    'Returns what deleting a product would do now (delete, archive, or be rejected), what prevents it, and whether its stock can be written off',
  path: '/products/:id/deletion',
  permission: 'catalogue.read',
  input: z.strictObject({ id }),
  output: deletion.extend({
    /** What deleting would do; null if it is refused. */
    outcome: z.enum(['deleted', 'archived']).nullable(),
    /**
     * The stock that writing off and archiving would remove, at how many locations; null if there is none or something
     * prevents it.
     */
    write_off: z.object({ on_hand: z.number(), held: z.number(), locations: z.number() }).nullable(),
  }),
})

export type ProductDeletion = z.output<typeof readProductDeletion.output>

export const deleteProduct = command({
  name: 'delete_product',
  summary:
    'Deletes a product without history or archives one with history. Products with stock or open documents can’t be deleted',
  method: 'DELETE',
  path: '/products/:id',
  permission: 'catalogue.write',
  wholeOrganization: true,
  input: z.strictObject({ id }),
  output: z.object({ id, outcome: z.enum(['deleted', 'archived']) }),
  changes: ['products', 'stock'],
})

export const writeOffProduct = command({
  name: 'write_off_product',
  summary:
    'Writes off all stock of a product (on hand and on hold) to the scrap account and archives the product. Rejected while units are incoming, in transit or reserved, or the product is in open documents',
  method: 'POST',
  path: '/products/:id/write-off',
  permission: 'stock.write',
  wholeOrganization: true,
  input: z
    .strictObject({
      id,
      /** The stock the caller saw and agreed to write off; refused with `conflict` if it has changed. */
      on_hand: quantity(),
      held: quantity(),
    })
    .refine(({ on_hand, held }) => on_hand > 0 || held > 0, {
      path: ['on_hand'],
      error: 'This product has no stock to write off. Delete it instead.',
    }),
  output: z.object({ id, posting_id: id, on_hand: z.number(), held: z.number() }),
  changes: ['products', 'stock'],
})

export const restoreProduct = command({
  name: 'restore_product',
  summary: 'Restores an archived product',
  method: 'POST',
  path: '/products/:id/restoration',
  permission: 'catalogue.write',
  wholeOrganization: true,
  input: z.strictObject({ id }),
  output: product,
  changes: ['products', 'stock'],
})
