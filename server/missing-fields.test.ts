import { expect, test } from 'vitest'
import { checkInput } from '../contract/check-input.ts'
import { createCategory } from '../contract/categories.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { createProduct } from '../contract/products.ts'
import { createPurchaseOrder } from '../contract/purchase-orders.ts'
import { createSupplier } from '../contract/suppliers.ts'
import { newId } from './platform/ids.ts'
import { allEndpoints } from './testing/all-endpoints.ts'
import { type Field, inputSchema, type Schema, validInput, withValue } from './testing/endpoint-inputs.ts'

/** The required parts of an input: its required fields and lists, and those of a list's entries. */
function requiredOf(schema: Schema, path: readonly string[] = []): Field[] {
  const fields = Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name))
  return fields
    .filter(([name]) => name !== 'file')
    .flatMap(([name, one]) => [
      { path: [...path, name], schema: one },
      ...(one.items ? requiredOf(one.items, [...path, name, '0']) : []),
    ])
}

test.each(allEndpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s refuses a missing field in the same words as an empty one',
  (_name, endpoint) => {
    const good = validInput(endpoint, newId)
    for (const field of requiredOf(inputSchema(endpoint))) {
      const path = field.path.join('.')
      const refusal = (value: unknown) =>
        checkInput(endpoint.input, withValue(endpoint, good, field, value, newId)).fields?.[path]
      const missing = refusal(undefined)
      expect([path, missing]).toEqual([path, expect.any(String)])
      expect([path, refusal(null)]).toEqual([path, missing])
      expect([path, refusal(field.schema.type === 'array' ? [] : '')]).toEqual([path, missing])
    }
  },
)

test("a missing field is refused in the field's own words", () => {
  const refusals = (endpoint: Endpoint) => ({ ...checkInput(endpoint.input, {}).fields })
  expect(refusals(createProduct)).toEqual({
    name: 'Name is required',
    sku: 'SKU is required',
    price: 'Price is required',
  })
  expect(refusals(createCategory)).toEqual({ name: 'Name is required', color: 'Color is required' })
  expect(refusals(createSupplier)).toEqual({ name: 'Supplier name is required' })
  expect(refusals(createPurchaseOrder)).toMatchObject({ lines: 'Please add at least one item' })
})
