import { describe, expect, it } from 'vitest'
import { newId } from '../../server/platform/ids.ts'
import { Refusal } from '../../server/platform/refusal.ts'
import { refusalFromSql } from '../../server/platform/sql-errors.ts'
import { reserveLine, shipLine } from '../demands.ts'
import type { PostingResult } from '../posting.ts'
import { reversePosting } from '../reverse-posting.ts'
import { testStock } from './scenarios.ts'

const stock = await testStock()
const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T

describe('eight workers at once, without a model', () => {
  it('get only listed refusals, never a deadlock, and leave the ledger sound at every barrier', async () => {
    const organization = await stock.organization()
    const products = [await organization.product(), await organization.product(), await organization.product()]
    const locations = [organization.main, organization.second, await organization.location('Third')]
    await Promise.all(
      products.map((product) =>
        organization.post([
          { product_id: product, type: 'in', reason: 'other', quantity: 200, location_id: organization.main },
        ]),
      ),
    )
    const allowed = [
      'insufficient_stock',
      'exceeds_demand',
      'conflict',
      'already_reversed',
      'cannot_reverse',
      'posting_belongs_to_document',
      'not_found',
    ]
    const posted: string[] = []
    const orders: { line: string; product: string }[] = []
    const unexpected: string[] = []
    let accepted = 0
    let attempts = 0

    const one = async (): Promise<PostingResult> => {
      const pick = (n: number) => Math.floor(Math.random() * n)
      const [product, other] = [at(products, pick(3)), at(products, pick(3))]
      const [from, to] = [at(locations, pick(3)), at(locations, pick(3))]
      const amount = 1 + pick(5)
      const order = orders.length > 0 ? at(orders, pick(orders.length)) : undefined
      switch (pick(8)) {
        case 0:
          return organization.post([
            { product_id: product, type: 'in', reason: 'other', quantity: amount, location_id: from },
            { product_id: other, type: 'in', reason: 'other', quantity: amount, location_id: to },
          ])
        case 1:
          return organization.post([
            { product_id: other, type: 'out', reason: 'customer_order', quantity: amount, location_id: to },
            { product_id: product, type: 'out', reason: 'damaged', quantity: amount, location_id: from },
          ])
        case 2:
        case 3:
          if (from === to) return one()
          return organization.post([
            {
              product_id: product,
              from_account: 'available',
              to_account: 'available',
              from_location_id: from,
              to_location_id: to,
              quantity: amount,
            },
          ])
        case 4: {
          const line = newId()
          const demand = {
            document_line_id: line,
            document_kind: 'sales_order',
            document_id: line,
            product_id: product,
            wanted: amount,
          } as const
          const result = await organization.post([reserveLine({ document_line_id: line, product_id: product })], {
            source_kind: 'sales_order',
            source_id: line,
            demands: [demand],
          })
          orders.push({ line, product })
          return result
        }
        case 5:
          if (!order) return one()
          return organization.post(
            [shipLine({ document_line_id: order.line, product_id: order.product, quantity: 1 })],
            { source_kind: 'sales_order', source_id: order.line },
          )
        case 6:
          return organization.fill(product)
        default: {
          const posting_id = posted.length > 0 ? at(posted, pick(posted.length)) : undefined
          if (!posting_id) return one()
          return organization.inTx((tx) => reversePosting(tx, organization.actor, { id: newId(), posting_id }))
        }
      }
    }

    for (let round = 0; round < 5; round++) {
      await Promise.all(
        Array.from({ length: 8 }, async () => {
          for (let round = 0; round < 25; round++) {
            attempts++
            try {
              const result = await one()
              if (result.movements > 0) posted.push(result.posting_id)
              accepted++
            } catch (error) {
              const refusal = refusalFromSql(error)
              const isListed = refusal instanceof Refusal && allowed.includes(refusal.code)
              if (!isListed) unexpected.push(String((error as { code?: string }).code ?? error))
            }
          }
        }),
      )
      await stock.sound()
    }
    expect(unexpected).toEqual([])
    expect(accepted / attempts).toBeGreaterThan(0.3)
  })
})
