import { beforeAll, describe, expect, test } from 'vitest'
import { type Endpoint } from '../contract/endpoint.ts'
import { createApiKey } from '../contract/api-keys.ts'
import { keyPermissions, mayDo } from '../contract/permissions.ts'
import { createComment } from '../contract/comments.ts'
import { createInvitation } from '../contract/invitations.ts'
import { createSampleCompany } from '../contract/sample-company.ts'
import { listProducts } from '../contract/products.ts'
import { listLocations } from '../contract/locations.ts'
import { createTransactionDraft } from '../contract/transaction-drafts.ts'
import { createTransaction } from '../contract/transactions.ts'
import { createTransfer } from '../contract/location-transfers.ts'
import { listPurchaseOrders } from '../contract/purchase-orders.ts'
import { listSalesOrders } from '../contract/sales-orders.ts'
import { createPurchaseOrderShare, createSalesOrderShare } from '../contract/sharing.ts'
import { newId } from './platform/ids.ts'
import { allEndpoints } from './testing/all-endpoints.ts'
import { type Client, program as programOf, testApp } from './testing/app.ts'
import { limitedMember } from './testing/limited-member.ts'
import {
  fewAtATime,
  type Field,
  fieldsOf,
  type Ids,
  pathParameters,
  requestOf,
  validInput,
  withValue,
} from './testing/endpoint-inputs.ts'

// Data of one organization doesn't exist for another: calls every endpoint of the router with every kind of id of
// another organization. New endpoints and tables are included automatically; if an input needs more than its schema
// defines, add it to testing/endpoint-inputs.ts (`fitting`).

const app = await testApp()

let owner: Client
let stranger: Client
/** A program of the other organization, with an API key that has every permission. */
let program: Client
/** A colleague there who is limited to one of their locations. */
let limited: Client
let tables: string[]
/** Some ids of the owner by table, and of the stranger. */
let theirs: Map<string, string[]>
let own: Map<string, string[]>

beforeAll(async () => {
  owner = await company()
  stranger = await company()
  tables = await names(`
    select c.relname as name from pg_class c
    join pg_attribute o on o.attrelid = c.oid and o.attname = 'org_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`)
  theirs = await idsOf(owner)
  own = await idsOf(stranger)
  const { id, key } = await stranger.call(createApiKey, { name: 'Everything', permissions: [...keyPermissions] })
  limited = await limitedMember(app, stranger, (own.get('locations') ?? []).slice(0, 1))
  program = programOf(app.url, { id, key: key ?? '', org_id: stranger.org_id })
  // Notifications and the numbers of events are written after the commits.
  await app.app.outbox.drain()
  await app.app.sequencer.drain()
})

/** A person whose organization has a record of every kind. */
async function company(): Promise<Client> {
  const person = await app.signUp()
  const me = person.in((await person.call(createSampleCompany, {})).org_id)
  const [product] = (await me.call(listProducts, { sort: '-on_hand' })).items
  const [from, to] = (await me.call(listLocations, {})).items
  const entry = {
    product_id: product?.id ?? '',
    type: 'in' as const,
    quantity: 2,
    reason_code: 'customer_return' as const,
  }
  await me.call(createTransaction, { ...entry, lot_number: 'L-1', location_id: from?.id ?? '' })
  await me.call(createTransactionDraft, entry)
  await me.call(createTransfer, {
    product_id: product?.id ?? '',
    from_location_id: from?.id ?? '',
    to_location_id: to?.id ?? '',
    quantity: 1,
    status: 'pending',
  })
  await me.call(createComment, {
    record_type: 'product',
    record_id: product?.id ?? '',
    body: `<@${person.user_id}> look at this`,
  })
  await me.call(createApiKey, { name: 'Shop', permissions: ['catalogue.read'] })
  await me.call(createInvitation, { role: 'viewer', email: 'colleague@example.com' })
  const [sale] = (await me.call(listSalesOrders, {})).items
  const [purchase] = (await me.call(listPurchaseOrders, {})).items
  await me.call(createSalesOrderShare, { sales_order_id: sale?.id ?? '', expires_in_days: 30 })
  await me.call(createPurchaseOrderShare, { purchase_order_id: purchase?.id ?? '', expires_in_days: 30 })
  return me
}

async function names(query: string): Promise<string[]> {
  return (await app.admin.query<{ name: string }>(query)).rows.map(({ name }) => name)
}

async function idsOf({ org_id }: Client): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const table of tables) {
    const { rows } = await app.admin.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from ${table} t where org_id = $1 limit 3`,
      [org_id],
    )
    const key = table === 'members' ? 'user_id' : 'id'
    const ids = rows.flatMap(({ row }) => (typeof row[key] === 'string' ? [row[key]] : []))
    if (ids.length > 0) found.set(table, ids)
  }
  return found
}

/** A summary of every table's rows of an organization. */
async function fingerprint({ org_id }: Client): Promise<unknown[]> {
  const text = tables
    .map(
      (table) =>
        `select '${table}' as name, count(*) as rows, md5(string_agg(t::text, E'\\n' order by t::text)) as content
         from ${table} t where org_id = $1`,
    )
    .join(' union all ')
  return (await app.admin.query({ name: 'fingerprint', text, values: [org_id] })).rows
}

type Answer = { status: number; body: string }

/** The response without what differs from request to request, and with the requested id blanked. */
async function answer(who: Client, endpoint: Endpoint, input: unknown, id: string): Promise<Answer> {
  const { path, init } = requestOf(endpoint, input as Record<string, unknown>)
  const { status, text } = await who.send(path, init)
  return {
    status,
    body: text
      .replaceAll(id, '<id>')
      .replaceAll(/"request_id":"[^"]*"/g, '')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<moment>'),
  }
}

/** The table of a field's ids: for `from_location_id` the locations; for an address' own `:id` the part before it. */
function tableOf(endpoint: Endpoint, field: string): string | undefined {
  const before = new RegExp(`/([\\w-]+)/:${field}\\b`).exec(endpoint.path)?.[1]?.replaceAll('-', '_')
  const stem = /([a-z]+)_id$/.exec(field)?.[1] ?? ''
  const plural = stem.endsWith('y') ? `${stem.slice(0, -1)}ies` : `${stem}s`
  return [before, plural, `stock_${plural}`, `transaction_${plural}`].find((name) => name && own.has(name))
}

const ownIds =
  (endpoint: Endpoint): Ids =>
  (field) =>
    own.get(tableOf(endpoint, field) ?? '')?.[0] ?? newId()

const idParameters = (endpoint: Endpoint) => pathParameters(endpoint).filter((name) => /(^|_)id$/.test(name))

test('the other organization has data of every kind', () => {
  expect([...theirs.keys()]).toEqual(
    expect.arrayContaining([
      'products',
      'categories',
      'suppliers',
      'locations',
      'lots',
      'stock_postings',
      'location_transfers',
      'purchase_orders',
      'receipts',
      'sales_orders',
      'shipments',
      'members',
      'invitations',
      'api_keys',
      'comments',
      'shares',
    ]),
  )
  expect(allEndpoints.filter((endpoint) => pathParameters(endpoint).length > 0).length).toBeGreaterThan(20)
})

// Thousands of requests: a busy machine takes longer than a minute for them.
describe('an id in the address', { timeout: 300_000 }, () => {
  const addressed = allEndpoints.filter((endpoint) => pathParameters(endpoint).length > 0)

  test("of one's own record finds it", async () => {
    let found = 0
    for (const endpoint of addressed.filter(({ method }) => method === 'GET')) {
      const table = tableOf(endpoint, pathParameters(endpoint)[0] ?? '')
      // Some reads are of records that this company doesn't have.
      if (!table) continue
      const statuses = await fewAtATime(theirs.get(table) ?? [], async (id) => {
        const input = {
          ...validInput(endpoint, () => id),
          ...Object.fromEntries(idParameters(endpoint).map((name) => [name, id])),
        }
        return (await answer(owner, endpoint, input, id)).status
      })
      expect([endpoint.name, statuses]).toEqual([endpoint.name, expect.arrayContaining([200])])
      found += 1
    }
    expect(found).toBeGreaterThan(15)
  })

  /** The responses that differ between an id of the owner's and one that never existed. */
  async function differences(who: Client, refusals: (endpoint: Endpoint) => number[]): Promise<unknown[]> {
    const wrong: unknown[] = []
    await fewAtATime(addressed, async (endpoint) => {
      const asked = (id: string) => {
        const parameters = Object.fromEntries(idParameters(endpoint).map((name) => [name, id]))
        return answer(who, endpoint, { ...validInput(endpoint, ownIds(endpoint)), ...parameters }, id)
      }
      const unknown = await asked(newId())
      if (!refusals(endpoint).includes(unknown.status))
        wrong.push({ endpoint: endpoint.name, id: 'one that never was', ...unknown })
      for (const [table, ids] of theirs)
        for (const id of ids.slice(0, 1)) {
          const found = await asked(id)
          if (found.status !== unknown.status || found.body !== unknown.body)
            wrong.push({ endpoint: endpoint.name, table, ...found })
        }
    })
    return wrong
  }

  test('of another organization gets the same response as one that never existed, and nothing of theirs changes', async () => {
    const before = await fingerprint(owner)
    expect(await differences(stranger, () => [404])).toEqual([])
    expect(await fingerprint(owner)).toEqual(before)
  })

  test('of someone else isn’t found by a member limited to locations either', async () => {
    const before = await fingerprint(owner)
    expect(
      await differences(limited, (endpoint) => (mayDo('staff', endpoint.permission) ? [404, 403] : [403])),
    ).toEqual([])
    expect(await fingerprint(owner)).toEqual(before)
  })

  test('of another organization is not found for an API key either, and endpoints about people are refused', async () => {
    const before = await fingerprint(owner)
    expect(await differences(program, (endpoint) => (keyMayCall(endpoint) ? [404] : [403]))).toEqual([])
    expect(await fingerprint(owner)).toEqual(before)
  })
})

const staffMayCall = ({ permission }: Endpoint) => mayDo('staff', permission)
const keyMayCall = ({ permission }: Endpoint) => keyPermissions.includes(permission)

describe('an id in the input', () => {
  /**
   * Every id that names a record, also in a text of several ids; the id of a new record is the caller's own and tested
   * below.
   */
  const naming = (endpoint: Endpoint): Field[] =>
    fieldsOf(endpoint).filter(
      ({ path, schema }) =>
        (schema.format === 'uuid' || path.at(-1)?.endsWith('_ids')) &&
        path.at(-1) !== 'id' &&
        !pathParameters(endpoint).includes(path.join('.')),
    )

  async function differences(who: Client, asking: readonly Endpoint[]): Promise<{ asked: number; wrong: unknown[] }> {
    const wrong: unknown[] = []
    let asked = 0
    for (const endpoint of asking)
      for (const field of naming(endpoint)) {
        const ids = ownIds(endpoint)
        const table = tableOf(endpoint, field.path.at(-1) ?? '')
        const others = table ? (theirs.get(table) ?? []) : [...theirs.values()].map(([id]) => id ?? '')
        const ask = (id: string) =>
          answer(who, endpoint, withValue(endpoint, validInput(endpoint, ids), field, id, ids), id)
        const unknown = await ask(newId())
        for (const id of others.slice(0, 2)) {
          asked += 1
          const found = await ask(id)
          // Reads that filter by it find nothing, or say that it doesn't exist. Everything else reports that it
          // doesn't exist, or isn't valid here.
          const expected = endpoint.kind === 'query' ? [200, 404] : [404, 409, 422]
          // They learn the same about a location that isn't theirs, whether it is another's or never existed.
          if (who === limited) expected.push(403)
          if (!expected.includes(found.status) || found.status !== unknown.status || found.body !== unknown.body)
            wrong.push({ endpoint: endpoint.name, field: field.path.join('.'), unknown, found })
        }
      }
    return { asked, wrong }
  }

  test('of another organization is refused, or finds nothing, like one that never existed; nothing of theirs changes', async () => {
    const before = await fingerprint(owner)
    const { asked, wrong } = await differences(stranger, allEndpoints)
    expect(wrong).toEqual([])
    expect(asked).toBeGreaterThan(30)
    expect(await fingerprint(owner)).toEqual(before)
  })

  test('of another organization is refused to an API key, or finds nothing, like one that never existed', async () => {
    const before = await fingerprint(owner)
    const { asked, wrong } = await differences(program, allEndpoints.filter(keyMayCall))
    expect(wrong).toEqual([])
    expect(asked).toBeGreaterThan(30)
    expect(await fingerprint(owner)).toEqual(before)
  })

  test('of another organization is refused to a member limited to locations, or finds nothing, like one that never existed', async () => {
    const before = await fingerprint(owner)
    const { asked, wrong } = await differences(limited, allEndpoints.filter(staffMayCall))
    expect(wrong).toEqual([])
    expect(asked).toBeGreaterThan(30)
    expect(await fingerprint(owner)).toEqual(before)
  })

  test("a record created under an id that another organization uses is one's own, and theirs is unchanged", async () => {
    const before = await fingerprint(owner)
    const making = allEndpoints.filter(
      (endpoint) => endpoint.status === 201 && fieldsOf(endpoint).some(({ path }) => path.join() === 'id'),
    )
    const outcomes = await fewAtATime(making, async (endpoint) => {
      const table =
        tableOf(endpoint, `${endpoint.path.split('/')[1]}_id`) ??
        endpoint.path.split('/')[1]?.replaceAll('-', '_') ??
        ''
      const id = theirs.get(table)?.[0] ?? theirs.get('products')?.[0] ?? ''
      const { status } = await answer(stranger, endpoint, { ...validInput(endpoint, ownIds(endpoint)), id }, id)
      return status < 500 ? null : endpoint.name
    })
    expect(outcomes.filter(Boolean)).toEqual([])
    expect(making.length).toBeGreaterThan(5)
    expect(await fingerprint(owner)).toEqual(before)
  })
})
