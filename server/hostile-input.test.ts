import { beforeAll, describe, expect, test } from 'vitest'
import { createCategory, readCategory } from '../contract/categories.ts'
import { checkInput } from '../contract/check-input.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { createLocation, readLocation } from '../contract/locations.ts'
import { createProduct, listProducts, readProduct } from '../contract/products.ts'
import { createSupplier, readSupplier } from '../contract/suppliers.ts'
import { createTransactionDraft } from '../contract/transaction-drafts.ts'
import { createTransaction, listTransactions } from '../contract/transactions.ts'
import { createTransfer, listTransfers } from '../contract/location-transfers.ts'
import { newId } from './platform/ids.ts'
import { allEndpoints } from './testing/all-endpoints.ts'
import { expectSound } from './testing/expect-sound.ts'
import { type Answer, faultIn } from './testing/answers.ts'
import { type Client, testApp } from './testing/app.ts'
import {
  fewAtATime,
  type Field,
  fieldsOf,
  type Ids,
  requestOf,
  validInput,
  withValue,
} from './testing/endpoint-inputs.ts'
import { JsonText, jsonWithTexts } from './testing/json-text.ts'
import { stocked } from './testing/stocked.ts'

// Every input of an endpoint is stored unchanged or refused by name, with our own message: never a crash, and never
// partly stored. Generated from the contract rows, so that new fields are included automatically.

const app = await testApp()

const texts: Readonly<Record<string, string>> = {
  'ten thousand characters': 'x'.repeat(10_000),
  'more than any field takes': 'x'.repeat(30_000),
  emoji: '🧃🏳️‍🌈👩‍👩‍👧‍👦',
  'right to left': 'مرحبا \u202Eabc\u202C שלום',
  quotes: `'"\`“”’; drop table products; --`,
  script: '<script>alert(1)</script><img src=x onerror=alert(1)>',
  wildcards: '%_\\%\\_',
  nul: 'a\0b',
  'half a character': 'a\uD83D',
  'control characters': '\u0001\u0007\u001B[31m\r\n\t',
  'a formula': '=HYPERLINK("http://evil.example")',
  'an object prototype': '__proto__',
  nothing: '',
  blank: ' \u00A0\u2003 ',
}

/** As they appear in a JSON body: JSON.stringify can't write some of them. */
const numbers = [
  '1e309',
  '-1e309',
  '1e308',
  '1e-320',
  '-1',
  '-0',
  '0.00001',
  '99999999999999999999',
  '9007199254740993',
]
const misfits = ['null', 'true', '[]', '{}', '[[[[]]]]', '{"__proto__":{"polluted":true}}', '"1e309"', '"NaN"', '[1,2]']
const ids = ['"not-an-id"', '"00000000-0000-0000-0000-000000000000"', '1', `"${'0'.repeat(300)}"`]

const json = (text: string) => JSON.stringify(text)

/** The values sent for a field, as JSON. Every field gets values that don't fit it, and those that fit its kind. */
function hostileTo({ schema }: Field): string[] {
  const kind = schema.enum ? 'choice' : schema.format === 'uuid' ? 'id' : (schema.type ?? 'anything')
  const short = [texts['script'], texts['nul'], texts['half a character'], texts['nothing']].map((text) =>
    json(text ?? ''),
  )
  switch (kind) {
    case 'string':
    case 'anything':
      return [...Object.values(texts).map(json), ...misfits, ...numbers.slice(0, 2)]
    case 'number':
    case 'integer':
      return [...numbers, ...misfits, ...short]
    case 'id':
      return [...ids, ...misfits.slice(0, 4), ...short]
    default:
      return [...misfits, ...numbers.slice(0, 2), ...short]
  }
}

let me: Client
let known: Ids

beforeAll(async () => {
  const org = await stocked(app)
  me = org.me
  const product = await org.product(1_000)
  const category = await me.call(createCategory, { name: 'Things', color: '#112233' })
  const supplier = await me.call(createSupplier, { name: 'Some supplier' })
  const records: Record<string, string> = {
    product_id: product.id,
    category_id: category.id,
    supplier_id: supplier.id,
    from_location_id: org.main,
    to_location_id: org.shop,
    location_id: org.main,
  }
  known = (field) => Object.entries(records).find(([name]) => field.endsWith(name))?.[1] ?? newId()
})

/** In an address everything is text. */
function asQuery(raw: string): unknown {
  try {
    const value: unknown = JSON.parse(raw)
    return typeof value === 'string' ? value : raw
  } catch {
    return raw
  }
}

type Case = Readonly<{ endpoint: Endpoint; field: Field; raw: string }>

const isInPath = ({ endpoint, field }: Case) => endpoint.path.includes(`:${field.path.join('.')}`)
const isInAddress = (one: Case) => one.endpoint.method === 'GET' || one.endpoint.body === 'bytes' || isInPath(one)

/** Whether the contract refuses this value beside its field: then it does so whatever the other fields contain. */
function isRefusedByContract(one: Case): boolean {
  const { endpoint, field, raw } = one
  // Such a body is refused completely.
  if (isInPath(one) || raw.includes('"__proto__":')) return false
  const value: unknown = isInAddress(one) ? asQuery(raw) : JSON.parse(raw)
  const input = withValue(endpoint, validInput(endpoint, known), field, value, known)
  return checkInput(endpoint.input, input).fields?.[field.path.join('.')] !== undefined
}

/** Sends these values in one request, each in its field. */

async function send(endpoint: Endpoint, cases: readonly Case[]): Promise<Answer> {
  const input = cases.reduce<unknown>(
    (made, one) => {
      const value = isInAddress(one) ? asQuery(one.raw) : new JsonText(one.raw)
      return withValue(endpoint, made, one.field, value, known)
    },
    validInput(endpoint, known),
  )
  const { path, init } = requestOf(endpoint, input as Record<string, unknown>, jsonWithTexts)
  const { status, contentType, text } = await me.send(path, init)
  return { status, body: contentType.includes('json') ? (JSON.parse(text) as unknown) : text }
}

/** The values for one request: values that are refused independently are sent together, one per field. */
function requestsFor(endpoint: Endpoint): Case[][] {
  const alone: Case[][] = []
  const together: Case[][] = []
  for (const field of fieldsOf(endpoint)) {
    let round = 0
    for (const raw of hostileTo(field)) {
      const one = { endpoint, field, raw }
      if (isRefusedByContract(one)) (together[round++] ??= []).push(one)
      else alone.push([one])
    }
  }
  return [...alone, ...together]
}

/**
 * The problems in the responses to these cases. Values that a shared response doesn't name are sent again, one at a
 * time.
 */
async function faultsOf(endpoint: Endpoint, cases: readonly Case[]): Promise<string[]> {
  const answer = await send(endpoint, cases)
  const wrong = faultIn(answer)
  if (wrong) {
    const what = cases.map(({ field, raw }) => `${field.path.join('.')} ${raw.slice(0, 40)}`).join(', ')
    return [`${endpoint.name} ${what.slice(0, 300)} ${wrong.slice(0, 200)}`]
  }
  if (cases.length === 1) return []
  const named = (answer.body as { error?: { fields?: Record<string, string> } } | null)?.error?.fields ?? {}
  const unnamed = cases.filter(({ field }) => !Object.hasOwn(named, field.path.join('.')))
  return (await Promise.all(unnamed.map((one) => faultsOf(endpoint, [one])))).flat()
}

describe('every field of every endpoint', () => {
  const areas = [...new Set(allEndpoints.map(({ path }) => path.split('/')[1] ?? ''))]

  test.each(areas)('/%s accepts hostile input as it is or refuses it with an error', async (area) => {
    const requests = allEndpoints
      .filter(({ path }) => path.split('/')[1] === area)
      .flatMap((endpoint) => requestsFor(endpoint).map((cases) => ({ endpoint, cases })))
    // Only a few files are read at a time; more are asked to retry, which is another test.
    const together = area === 'import-files' ? 1 : 2
    const faults = await fewAtATime(requests, ({ endpoint, cases }) => faultsOf(endpoint, cases), together)
    expect(faults.flat()).toEqual([])
  })

  test('and the ledger is still sound', async () => {
    await expectSound(app)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  test('there are many of them', () => {
    expect(allEndpoints.flatMap((endpoint) => fieldsOf(endpoint)).length).toBeGreaterThan(150)
  })
})

describe('a name', () => {
  const kept = Object.entries(texts).filter(
    ([what]) => !['nul', 'half a character', 'more than any field takes', 'nothing', 'blank'].includes(what),
  )

  test.each(kept)('of %s is stored as typed, everywhere', async (_what, text) => {
    const name = text.trim()
    const org = await stocked(app)
    const category = await org.me.call(createCategory, { name: text, description: text, color: '#112233' })
    const supplier = await org.me.call(createSupplier, { name: text, address: text, notes: text })
    const location = await org.me.call(createLocation, { name: text, description: text })
    const product = await org.me.call(createProduct, {
      name: text,
      sku: text.slice(0, 200),
      description: text,
      price: 1,
      category_id: category.id,
      supplier_id: supplier.id,
      stock_quantity: 5,
    })
    expect(await org.me.call(readCategory, { id: category.id })).toMatchObject({ name, description: name })
    expect(await org.me.call(readSupplier, { id: supplier.id })).toMatchObject({ name, address: name, notes: name })
    expect(await org.me.call(readLocation, { id: location.id })).toMatchObject({ name, description: name })
    expect(await org.me.call(readProduct, { id: product.id })).toMatchObject({
      name,
      sku: text.slice(0, 200).trim(),
      description: name,
      category: { name },
      supplier: { name },
    })
    const found = await org.me.call(listProducts, { search: name.slice(0, 200) })
    expect(found.items.map(({ id }) => id)).toEqual([product.id])

    const entry = {
      product_id: product.id,
      type: 'in' as const,
      quantity: 1,
      reason_code: 'other' as const,
      notes: text,
    }
    await org.me.call(createTransaction, { ...entry, lot_number: text.slice(0, 200), location_id: location.id })
    await org.me.call(createTransactionDraft, entry)
    await org.me.call(createTransfer, {
      product_id: product.id,
      from_location_id: org.main,
      to_location_id: location.id,
      quantity: 1,
      notes: text,
    })
    const history = await org.me.call(listTransactions, { product_id: product.id })
    // The draft, the transfer, what was received, and the opening stock, which has no notes.
    expect(history.items.map(({ notes, product_name }) => [notes, product_name])).toEqual([
      [name, name],
      [name, name],
      [name, name],
      [null, name],
    ])
    expect(history.items.map(({ metadata }) => metadata.lot_number)).toContain(text.slice(0, 200).trim())
    expect((await org.me.call(listTransfers, {})).items).toMatchObject([
      { product_name: name, to_location_name: name, notes: name },
    ])
  })

  test.each([
    ['nul', 'Must not contain NUL characters'],
    ['half a character', 'Must be well-formed text'],
    ['more than any field takes', 'Must be at most 10000 characters'],
    ['nothing', 'Name is required'],
    ['blank', 'Name is required'],
  ])('of %s is refused beside its field', async (what, sentence) => {
    const refusal = await me.refused(createProduct, { name: texts[what], sku: 'S', price: 1 })
    expect(refusal).toMatchObject({ status: 422, code: 'invalid_input', fields: { name: sentence } })
  })
})

test('a list is never filtered by a day before the calendar', async () => {
  const me = await app.signUp()
  const days = ['from', 'to'].flatMap((field) => ['', '/count', '/file'].map((part) => `/audit-trail${part}?${field}`))
  for (const path of [...days, '/suppliers?active_on']) {
    for (const [day, status] of [
      ['0000-01-01', 422],
      ['0001-01-01', 422],
      ['0001-01-02', 200],
      ['9999-12-31', 200],
    ] as const)
      expect([path, day, (await me.fetch(`/api/v1${path}=${day}`)).status]).toEqual([path, day, status])
  }
})
