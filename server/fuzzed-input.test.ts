import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkInput } from '../contract/check-input.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { createSampleCompany } from '../contract/sample-company.ts'
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
  pathParameters,
  requestOf,
  validInput,
  withValue,
} from './testing/endpoint-inputs.ts'
import { fittingJson, hostileJson, hostileText } from './testing/hostile-values.ts'
import { JsonText, jsonWithTexts } from './testing/json-text.ts'
import type { Request } from './testing/send.ts'
import { workbookFile } from './imports/testing/workbooks.ts'
import { sheetColumns } from './imports/sheets/tables.ts'

// No input causes a 5xx: random inputs, generated from the contract rows, so that new endpoints are included
// automatically. `FUZZ_RUNS=500 npx vitest run server/fuzzed-input.test.ts` tries more.

const app = await testApp()
const runs = (few: number) => ({ numRuns: Number(process.env.FUZZ_RUNS ?? few) })

/** A field's path in an input, and its value, as JSON. */
type Change = { field: Field; json: string }
type Input = { changes: Change[] } | { whole: string }

/** Valid inputs with some fields replaced by hostile or borderline values; sometimes something entirely different. */
function inputs(endpoint: Endpoint, ids: Ids): fc.Arbitrary<Input> {
  const whole = hostileJson.map((json) => ({ whole: json }))
  const fields = fieldsOf(endpoint)
  if (fields.length === 0) return whole
  const change = fc.constantFrom(...fields).chain((field) => {
    const anyId = fc.boolean().map((mine) => (mine ? ids(field.path.at(-1) ?? '') : newId()))
    return fc.oneof(hostileJson, fittingJson(field.schema, anyId)).map((json) => ({ field, json }))
  })
  const changes = fc.array(change, { minLength: 1, maxLength: 4 }).map((all) => ({ changes: all }))
  return fc.oneof({ weight: 1, arbitrary: whole }, { weight: 9, arbitrary: changes })
}

function inputOf(endpoint: Endpoint, input: Input, ids: Ids, value: (json: string, field?: Field) => unknown): unknown {
  if ('whole' in input) return value(input.whole)
  const valid: unknown = validInput(endpoint, ids)
  return input.changes.reduce(
    (made, { field, json }) => withValue(endpoint, made, field, value(json, field), ids),
    valid,
  )
}

describe('the validator', () => {
  /** Rows are checked one by one, so that each problem has its row; the ids for a procedure aren't checked. */
  const notChecked = /^(products|categories|transactions|suppliers|locations|p_user_id|p_org_id|user_id|org_id)$/

  function unstorable(value: unknown): boolean {
    if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed()
    return typeof value === 'object' && value !== null && Object.values(value).some(unstorable)
  }

  test.each(allEndpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    'of %s never throws, and accepts no text that PostgreSQL can’t hold',
    (_name, endpoint) => {
      const ids: Ids = () => newId()
      const property = fc.property(inputs(endpoint, ids), (input) => {
        const raw = inputOf(endpoint, input, ids, (json) => JSON.parse(json) as unknown)
        const { data, fields } = checkInput(endpoint.input, raw)
        expect(Object.values(fields ?? {}).every((sentence) => sentence !== '')).toBe(true)
        const kept = Object.entries(data ?? {}).filter(([name]) => !notChecked.test(name))
        expect(kept.filter(([, value]) => unstorable(value))).toEqual([])
      })
      fc.assert(property, runs(40))
    },
  )
})

let me: Client
let idsByTable: Map<string, string[]>
let accepted = 0

beforeAll(async () => {
  const person = await app.signUp()
  me = person.in((await person.call(createSampleCompany, {})).org_id)
  idsByTable = await readIds()
})

async function readIds(): Promise<Map<string, string[]>> {
  const tables = await app.admin.query<{ name: string }>(`
    select c.relname as name from pg_class c
    join pg_attribute o on o.attrelid = c.oid and o.attname = 'org_id'
    join pg_attribute i on i.attrelid = c.oid and i.attname = 'id' and i.atttypid = 'uuid'::regtype
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`)
  const found = new Map<string, string[]>()
  for (const { name } of tables.rows) {
    const { rows } = await app.admin.query<{ id: string }>(`select id from ${name} where org_id = $1 limit 20`, [
      me.org_id,
    ])
    if (rows.length > 0)
      found.set(
        name,
        rows.map(({ id }) => id),
      )
  }
  return found
}

/** Ids of the company's records, by the name of a field; for an `:id` in the address, by the part before it. */
const idsOf =
  (endpoint: Endpoint): Ids =>
  (field) => {
    const before = new RegExp(`/([\\w-]+)/:${field}\\b`).exec(endpoint.path)?.[1]?.replaceAll('-', '_')
    const stem = /([a-z_]+)_id$/.exec(field)?.[1] ?? ''
    const plural = stem.endsWith('y') ? `${stem.slice(0, -1)}ies` : `${stem}s`
    const table = [before, plural, plural.replace(/^.*_/, '')].find((name) => name && idsByTable.has(name))
    const ids = idsByTable.get(table ?? '') ?? []
    return ids[randomBytes(1).readUInt8() % ids.length] ?? newId()
  }

async function answerTo(path: string, init: Request): Promise<Answer> {
  const { status, contentType, text } = await me.send(path, init)
  if (status >= 200 && status < 300) accepted += 1
  return { status, body: contentType.includes('json') ? (JSON.parse(text) as unknown) : text }
}

/** Values in an address are text. */
function textOf(json: string): unknown {
  const value: unknown = json.length < 2_000 ? JSON.parse(json) : json
  return typeof value === 'string' ? value : json.slice(0, 4_000)
}

const isInAddress = (endpoint: Endpoint, field?: Field) =>
  endpoint.method === 'GET' ||
  endpoint.body === 'bytes' ||
  pathParameters(endpoint).includes(field?.path.join('.') ?? '')

async function send(endpoint: Endpoint, input: Input, key: boolean): Promise<Answer> {
  const made = inputOf(endpoint, input, idsOf(endpoint), (json, field) =>
    isInAddress(endpoint, field) ? textOf(json) : new JsonText(json),
  )
  const headers: Record<string, string> = key ? { 'idempotency-key': newId() } : {}
  if (made instanceof JsonText) {
    const { path, init } = requestOf(endpoint, validInput(endpoint, idsOf(endpoint)))
    return answerTo(path, { ...init, headers: { ...init.headers, ...headers }, body: made.text })
  }
  const fields = typeof made === 'object' ? (made as Record<string, unknown>) : { [String(made)]: made }
  const { path, init } = requestOf(endpoint, fields, jsonWithTexts)
  return answerTo(path, { ...init, headers: { ...init.headers, ...headers } })
}

describe('over HTTP', () => {
  const areas = [...new Set(allEndpoints.map(({ path }) => path.split('/')[1] ?? ''))]

  test.each(areas)('no endpoint below /%s returns 5xx, whatever is sent', async (area) => {
    await fewAtATime(
      allEndpoints.filter(({ path }) => path.split('/')[1] === area),
      async (endpoint) => {
        const property = fc.asyncProperty(inputs(endpoint, idsOf(endpoint)), fc.boolean(), async (input, key) => {
          expect(faultIn(await send(endpoint, input, key && endpoint.kind === 'command'))).toBeNull()
        })
        await fc.assert(property, runs(6))
      },
    )
  })

  test('no endpoint answers 5xx to a badly encoded address', async () => {
    const pieces = [
      '%00',
      '%ED%A0%BD',
      '%',
      '%zz',
      '%F0%9F',
      '?',
      '&',
      '=',
      '[]',
      '__proto__',
      'cursor',
      'limit',
      '..',
      '//',
    ]
    const address = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 }).map((all) => all.join(''))
    const gets = allEndpoints.filter(({ method }) => method === 'GET')
    const property = fc.asyncProperty(
      fc.constantFrom(...gets),
      address,
      fc.boolean(),
      async (endpoint, tail, inPath) => {
        const { path } = requestOf(endpoint, validInput(endpoint, idsOf(endpoint)))
        const answer = await answerTo(
          inPath ? path.replace(/[^/]+$/, tail) : `${path.split('?')[0]}?search=${tail}`,
          {},
        )
        expect(faultIn(answer)).toBeNull()
      },
    )
    await fc.assert(property, runs(100))
  })

  test('no list answers 5xx to a foreign cursor', async () => {
    const edges = `-|x|true|infinity|999999999999999999|0000-01-01|2026-02-31|9999-12-31|2026-02-31 00:00:00+00
      |999999-12-31 00:00:00+00|2026-01-01 25:00:00+00|0000-01-01 00:00:00+00|01a20296-7c24-79e0-b744-86b8c04c87d2`
      .split('|')
      .map((edge) => edge.trim())
      .concat('', '\uD83D', 'a\0b', '1'.repeat(40))
    const lists = allEndpoints
      .filter((endpoint) => fieldsOf(endpoint).some(({ path }) => path.join() === 'cursor'))
      .flatMap((endpoint) => {
        const sorts = fieldsOf(endpoint).find(({ path }) => path.join() === 'sort')?.schema.enum ?? [undefined]
        return sorts.map((sort) => ({
          endpoint,
          input: { ...validInput(endpoint, idsOf(endpoint)), limit: '1', sort },
        }))
      })
    const firstPages = await fewAtATime(lists, async ({ endpoint, input }) => {
      const { body } = await answerTo(requestOf(endpoint, input).path, {})
      const { next } = body as { next?: string | null }
      return next ? [{ endpoint, input, next }] : []
    })
    expect(firstPages.flat().length).toBeGreaterThan(20)
    const property = fc.asyncProperty(
      fc.constantFrom(...firstPages.flat()),
      fc.nat(3),
      fc.constantFrom(...edges),
      async ({ endpoint, input, next }, index, edge) => {
        const [key = '', ...rest] = next.split('.')
        const [name, ...values] = JSON.parse(Buffer.from(key, 'base64url').toString('utf8')) as string[]
        const hostile = JSON.stringify([name, ...values.with(index % values.length, edge)])
        const cursor = [Buffer.from(hostile).toString('base64url'), ...rest].join('.')
        expect(faultIn(await answerTo(requestOf(endpoint, { ...input, cursor }).path, {}))).toBeNull()
      },
    )
    await fc.assert(property, runs(200))
  })

  test('no cell of an import answers 5xx, sent as JSON or in a workbook, with a key or without', async () => {
    const sheets = Object.entries(sheetColumns).map(([sheet, columns]) => ({ sheet, columns: Object.keys(columns) }))
    const cell = fc.oneof(
      hostileText,
      fc.double({ noNaN: true }),
      fc.boolean(),
      fc.constantFrom('B-1', 'in', '1', 'completed'),
    )
    const rowsOf = fc.array(
      fc.tuple(fc.constantFrom(...sheets), fc.array(fc.tuple(fc.nat(10), cell), { maxLength: 6 })),
      { maxLength: 5 },
    )
    const property = fc.asyncProperty(rowsOf, fc.string({ maxLength: 2 }), fc.boolean(), async (all, heading, key) => {
      const headers = { 'content-type': 'application/json', ...(key ? { 'idempotency-key': newId() } : {}) }
      const json = Object.fromEntries(
        sheets.map(({ sheet }) => [
          sheet.toLowerCase(),
          all
            .filter(([one]) => one.sheet === sheet)
            .map(([{ columns }, cells]) =>
              Object.fromEntries(cells.map(([n, value]) => [columns[n] ?? heading, value])),
            ),
        ]),
      )
      for (const path of ['/api/v1/imports?dry_run=true', '/api/v1/imports'])
        expect(faultIn(await answerTo(path, { method: 'POST', headers, body: JSON.stringify(json) }))).toBeNull()

      const workbook = Object.fromEntries(
        sheets.map(({ sheet, columns }) => [
          sheet,
          [
            [...columns, heading],
            ...all
              .filter(([one]) => one.sheet === sheet)
              .map(([, cells]) =>
                columns.map((_, n) => {
                  const value = cells.find(([at]) => at === n)?.[1] ?? null
                  return typeof value === 'string' ? value.slice(0, 32_767) : value
                }),
              ),
          ],
        ]),
      )
      const uploaded = await answerTo('/api/v1/import-files?file_name=goods.xlsx', {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/octet-stream' },
        body: workbookFile(workbook),
      })
      expect(faultIn(uploaded)).toBeNull()
      const { id } = uploaded.body as { id: string }
      expect(faultIn(await answerTo(`/api/v1/import-files/${id}/marked-workbook`, {}))).toBeNull()
      const imported = { method: 'POST', headers, body: JSON.stringify({ import_file_id: id }) }
      expect(faultIn(await answerTo('/api/v1/imports', imported))).toBeNull()
    })
    await fc.assert(property, runs(12))
  })

  test('and the ledger is sound; many inputs were accepted', async () => {
    await expectSound(app)
    expect(accepted).toBeGreaterThan(200)
  })
})
