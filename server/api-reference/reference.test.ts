import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createApiKey } from '../../contract/api-keys.ts'
import { fileTypes } from '../../contract/endpoint.ts'
import { errorStatus } from '../../contract/errors.ts'
import { importSheets } from '../../contract/import-fields.ts'
import { keyPermissions } from '../../contract/permissions.ts'
import { readPurchaseOrder } from '../../contract/purchase-orders.ts'
import { readSalesOrder } from '../../contract/sales-orders.ts'
import { sheetKeys } from '../imports/sheets/sheets.ts'
import { requiredColumns, sheetColumns } from '../imports/sheets/tables.ts'
import { program, sharedApp } from '../testing/app.ts'
import { exampleLines, exampleStory } from './examples.ts'
import { introduction } from './introduction.ts'

type Schema = {
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}
type Content = { content?: Record<string, { schema?: Schema; example?: unknown }>; headers?: Record<string, unknown> }
type Operation = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  'x-permission'?: string
  parameters: { name: string; in: string; description?: string; schema: Schema }[]
  requestBody?: Content
  responses: Record<string, Content>
}

const app = await sharedApp()
const document = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as {
  info: { description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: { Error: Schema } }
}
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
const operation = (name: string) => operations.find(({ operationId }) => operationId === name)

/** The fields of a schema by their paths, through objects, lists and alternatives. */
function fieldsOf(schema: Schema, path = ''): [string, Schema][] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, inner]): [string, Schema][] => [
    [`${path}${name}`, inner],
    ...fieldsOf(inner, `${path}${name}.`),
  ])
  const others = [...(schema.items ? [schema.items] : []), ...(schema.anyOf ?? [])]
  return [...own, ...others.flatMap((inner) => fieldsOf(inner, path))]
}

const bodyOf = ({ requestBody }: Operation) => requestBody?.content?.['application/json']?.schema ?? {}
const answerOf = ({ responses }: Operation) =>
  Object.values(responses)
    .map(({ content }) => content?.['application/json']?.schema)
    .find((schema) => schema?.properties) ?? {}

test('every operation has a short title, a description with its permission, and a section', () => {
  const sections = new Set(document.tags.map(({ name }) => name))
  for (const { operationId, summary, description, tags, ...others } of operations) {
    expect([operationId, summary]).toEqual([operationId, expect.stringMatching(/^[A-Z].{9,250}\.$/)])
    expect([operationId, tags]).toEqual([operationId, [expect.toSatisfy((tag: string) => sections.has(tag))]])
    const permission = others['x-permission']
    expect([operationId, description]).toEqual([
      operationId,
      expect.stringContaining(permission ? `Permission: \`${permission}\`` : 'No sign-in is needed'),
    ])
  }
})

test('every section has a description and operations', () => {
  for (const { name, description } of document.tags) {
    expect(description.length).toBeGreaterThan(15)
    expect([name, operations.some(({ tags }) => tags.includes(name))]).toEqual([name, true])
  }
})

test('every error code is explained', () => {
  const { description = '' } = document.components.schemas.Error.properties?.['error']?.properties?.['code'] ?? {}
  for (const [code, status] of Object.entries(errorStatus))
    expect(description).toMatch(new RegExp(`^\\| \`${code}\` \\| ${status} \\| .{15,} \\|$`, 'm'))
})

test('every parameter and field that a program can send is explained', () => {
  const isForKeys = (permission = '') => keyPermissions.includes(permission as never)
  const unexplained = operations
    .filter((one) => isForKeys(one['x-permission']) && !one.tags.includes('Other addresses'))
    .flatMap((one) => [
      ...one.parameters.filter(({ description }) => !description).map(({ name }) => `${one.operationId}.${name}`),
      ...fieldsOf(bodyOf(one))
        .filter(([, { description }]) => !description)
        .map(([path]) => `${one.operationId}.${path}`),
    ])
  expect(unexplained).toEqual([])
})

test('a description says what a field means in its own request: a filter of a list, or a new value', () => {
  const describing = (name: string, field: string) => {
    const { parameters, ...one } = operation(name) ?? expect.unreachable()
    const inQuery = parameters.find((parameter) => parameter.name === field)
    return inQuery?.description ?? bodyOf({ parameters, ...one }).properties?.[field]?.description
  }
  expect(describing('list_sales_orders', 'status')).toBe('Only those with this status.')
  expect(describing('change_sales_order_status', 'status')).toBe('The new status.')
  expect(describing('create_transaction', 'type')).toMatch(/^`in` adds units/)
  expect(describing('create_transaction', 'reason_code')).toMatch(/Required for `in` and `out`/)
})

test('a response has each status and media type that it can have', () => {
  const responsesOf = (name: string) =>
    Object.entries((operation(name) ?? expect.unreachable()).responses).map(
      ([status, { content }]) => `${status} ${Object.keys(content ?? {}).join(' ')}`,
    )
  const refused = 'default application/json'
  expect(responsesOf('create_import')).toEqual(['200 application/json', '201 application/json', refused])
  expect(responsesOf('create_product')).toEqual(['201 application/json', refused])
  expect(responsesOf('print_packing_slip')).toEqual(['200 application/pdf', refused])
  const reports = [`200 text/csv ${fileTypes.xlsx}`, refused]
  expect(responsesOf('download_inventory_report')).toEqual(reports)
  const { headers } = operation('create_product')?.responses['default'] ?? {}
  expect(Object.keys(headers ?? {})).toEqual(['Retry-After'])
})

test('the guide sends programs only to operations that a key can use', async () => {
  const guide = await readFile(new URL('../../docs/api.md', import.meta.url), 'utf8')
  const addresses = [...guide.matchAll(/\b(GET|POST|PUT|PATCH|DELETE) (?:\/api\/v1)?(\/[\w{}/-]+)/g)]
  expect(addresses.length).toBeGreaterThan(5)
  const pattern = (path: string) => path.replaceAll(/\{\w+\}/g, '{}')
  for (const [, method = '', path = ''] of addresses) {
    const [, methods] = Object.entries(document.paths).find(([one]) => pattern(one) === `/api/v1${pattern(path)}`) ?? []
    expect([method, path, keyPermissions]).toEqual([
      method,
      path,
      expect.arrayContaining([methods?.[method.toLowerCase()]?.['x-permission']]),
    ])
  }
})

test('the doc comments of the contract describe fields: on one line, on several, of references, and in lists', () => {
  const order = operation('read_sales_order')
  const described = Object.fromEntries(
    fieldsOf(order ? answerOf(order) : {}).map(([path, one]) => [path, one.description]),
  )
  expect(described['lines.reserved_quantity']).toBe('Reserved for this line.')
  expect(described['lines.expected_date']).toMatch(/^The day by which .* or a delivery has no date\.$/)
  expect(described['location_id']).toBe('Ships only from there; null: from any location with stock.')
  expect(described['status_changes']).toBe('Newest first, the newest 100.')
  expect(described['notes']).toBeUndefined()
  const feed = operation('read_feed')
  expect(feed?.parameters.find(({ name }) => name === 'wait')).toMatchObject({
    description: 'Seconds to wait if there is no event yet.',
  })
})

test.each(importSheets)('the rows of %s that an import takes are described with each of their fields', (sheet) => {
  const body = bodyOf(operation('create_import') ?? expect.unreachable())
  const [required = '', optional = ''] = (body.properties?.[sheetKeys[sheet].key]?.description ?? '').split(
    'optionally',
  )
  const namesIn = (text: string) => [...text.matchAll(/`(\w+)`/g)].map(([, name]) => name)
  expect(namesIn(required)).toEqual(requiredColumns(sheet))
  expect(new Set([...namesIn(required), ...namesIn(optional)])).toEqual(new Set(Object.keys(sheetColumns[sheet])))
})

test('the introduction is short, and leads to the headings of the guide', async () => {
  expect(document.info.description).toBe(introduction)
  expect(introduction.length).toBeLessThan(2_500)
  const links = [...introduction.matchAll(/\]\((\/[^)]+)\)/g)].map(([, link = '']) => link)
  expect(links.length).toBeGreaterThan(9)
  for (const link of links) expect([link, await leadsSomewhere(link)]).toEqual([link, true])
})

test('the documents that the server shows have a title, and links that lead to one of them', async () => {
  for (const path of ['/api/guide', '/api/guide/feed', '/api/guide/webhooks']) {
    const response = await fetch(app.url + path)
    const page = await response.text()
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page).toMatch(/<title>[\w ]+ – Onhand<\/title>/)
    const links = [...page.matchAll(/href="(\/[^"]*|#[^"]*)"/g)].map(([, link = '']) => link)
    for (const link of links)
      expect([path, link, await leadsSomewhere(link.startsWith('#') ? path + link : link)]).toEqual([path, link, true])
  }
})

async function leadsSomewhere(link: string): Promise<boolean> {
  const [path = '', anchor] = link.split('#')
  const response = await fetch(app.url + path)
  const page = await response.text()
  return response.status === 200 && (anchor === undefined || page.includes(` id="${anchor}"`))
}

test('the examples of the reference succeed, one after the other', async () => {
  const owner = await app.signUp()
  const { key, id } = await owner.call(createApiKey, { name: 'Examples', permissions: [...keyPermissions] })
  const shop = program(app.url, { id, key: key ?? '', org_id: owner.org_id })
  const lineIds = new Map<string, string>()
  for (const { endpoint, input } of exampleStory) {
    const isForKeys = keyPermissions.includes(endpoint.permission as never)
    const filled = JSON.stringify(input).replaceAll(
      new RegExp(Object.values(exampleLines).join('|'), 'g'),
      (placeholder) => lineIds.get(placeholder) ?? placeholder,
    )
    const { id: created } = (await (isForKeys ? shop : owner).call(endpoint, JSON.parse(filled) as never)) as {
      id: string
    }
    if (endpoint.name === 'create_sales_order')
      lineIds.set(exampleLines.sales, (await shop.call(readSalesOrder, { id: created })).lines[0]?.id ?? '')
    if (endpoint.name === 'create_purchase_order')
      lineIds.set(exampleLines.purchase, (await shop.call(readPurchaseOrder, { id: created })).lines[0]?.id ?? '')
    const shown = operation(endpoint.name)
    expect(shown?.requestBody?.content?.['application/json']?.example).toBeDefined()
  }
  expect(new Set(exampleStory.map(({ endpoint }) => endpoint.name)).size).toBeGreaterThanOrEqual(10)
})
