import { expect, test } from 'vitest'
import { checkInput } from '../../contract/check-input.ts'
import { supplier, updateSupplier } from '../../contract/suppliers.ts'
import { valuesOf } from './supplier-values.ts'

const id = '0198c000-0000-7000-8000-000000000001'

test("a save sends only the form's fields", () => {
  const record = supplier.parse({
    id,
    user_id: id,
    name: 'Exotic Liquids',
    email: null,
    phone: null,
    address: '49 Gilbert St.',
    contact_person: null,
    tax_id: null,
    payment_terms: 'Net 30',
    notes: null,
    status: 'inactive',
    inactive_since: '2026-11-20T09:14:00Z',
    version: 3,
    created_at: '2026-11-20T09:14:00Z',
    updated_at: '2026-11-20T09:14:00Z',
  })
  expect(checkInput(updateSupplier.input, { id, ...valuesOf(record) })).toMatchObject({
    data: { id, version: 3, status: 'inactive', address: '49 Gilbert St.', payment_terms: 'Net 30', email: null },
  })
})
