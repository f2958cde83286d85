import { expect, test } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import * as importFiles from '../../contract/import-files.ts'
import * as imports from '../../contract/imports.ts'
import { createLocation } from '../../contract/locations.ts'
import { deleteProduct } from '../../contract/product-deletion.ts'
import { createProduct } from '../../contract/products.ts'
import { mayAsk } from './use-may.ts'

const organization = { org_id: '', name: 'Northwind', role: 'staff', is_sample: false } as const
const full = { organization, location_ids: null }
const limited = { organization, location_ids: ['shop'] }

test("actions for all locations aren't offered to a limited member", () => {
  for (const asked of [createLocation, deleteProduct, 'imports.write'] as const) {
    expect(mayAsk(full, asked)).toBe(true)
    expect(mayAsk(limited, asked)).toBe(false)
  }
  expect(mayAsk(limited, createProduct)).toBe(true)
  expect(mayAsk(limited, 'stock.write')).toBe(true)
})

test("actions that the role doesn't allow aren't offered with all locations either", () => {
  expect(mayAsk({ organization: { ...organization, role: 'viewer' }, location_ids: null }, createLocation)).toBe(false)
})

const isCommand = (one: unknown): one is Endpoint =>
  typeof one === 'object' && one !== null && 'kind' in one && one.kind === 'command'

test("an import always affects all locations, so limited members aren't offered it", () => {
  const endpoints = (Object.values({ ...imports, ...importFiles }) as unknown[]).filter(isCommand)
  expect(endpoints.length).toBeGreaterThan(3)
  expect(endpoints.filter(({ wholeOrganization }) => !wholeOrganization).map(({ name }) => name)).toEqual([])
})
