import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { library } from './check-input.ts'
import { follow, isRecipe, z as noted } from './schema-recipes.ts'

const contract = join(import.meta.dirname, '../../contract')
const files = readdirSync(contract).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))

let vite: ViteDevServer

beforeAll(async () => {
  vite = await createServer({
    configFile: join(import.meta.dirname, '../vite.config.ts'),
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    appType: 'custom',
    logLevel: 'error',
  })
})

afterAll(() => vite.close())

test("every schema of the contract, recorded by the web app and then built, equals zod's own", async () => {
  let compared = 0
  for (const name of files) {
    const real = (await import(join(contract, name))) as Record<string, unknown>
    const web = (await vite.ssrLoadModule(join(contract, name))) as Record<string, unknown>
    const recipes = (await vite.ssrLoadModule(join(import.meta.dirname, 'schema-recipes.ts'))) as {
      follow: typeof follow
    }
    for (const [exported, value] of Object.entries(real)) {
      for (const [part, schema] of schemasOf(value)) {
        const ofWeb = part === '' ? web[exported] : (web[exported] as Record<string, unknown>)[part]
        expect.soft(outline(recipes.follow(ofWeb, library)), `${name}: ${exported} ${part}`).toEqual(outline(schema))
        compared++
      }
    }
  }
  expect(compared).toBeGreaterThan(500)
})

test('using a schema that is only recorded throws, instead of finding no problems', () => {
  const recipe = noted.object({ name: noted.string().min(1) })
  expect(isRecipe(recipe)).toBe(true)
  expect(() => recipe.safeParse({})).toThrow('safeParse: make the schema first')
  expect(() => ({ ...recipe })).toThrow('spread its shape')
  expect(Object.keys(recipe.partial().extend({ note: noted.string() }).omit({ name: true }).shape)).toEqual(['note'])
  const made = follow(recipe, library) as typeof recipe
  expect(made.safeParse({ name: '' }).success).toBe(false)
  expect(made.safeParse({ name: 'x' }).success).toBe(true)
  expect(follow(recipe, library)).toBe(made)
})

/** A schema, or the schemas of an endpoint or of fields that are spread into others. */
function schemasOf(value: unknown): [string, z.ZodType][] {
  if (value instanceof z.ZodType) return [['', value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).filter((entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType)
}

/** A schema's structure. Functions are the contract's own, so only their presence can differ. */
function outline(value: unknown): unknown {
  if (value instanceof z.ZodType) return { is: value.constructor.name, ...(outline(value.def) as object) }
  if (typeof value === 'function') return 'a function'
  if (value instanceof RegExp) return String(value)
  if (Array.isArray(value)) return value.map(outline)
  if (typeof value !== 'object' || value === null) return value
  const inner = (value as { _zod?: { def: unknown } })._zod?.def ?? value
  return Object.fromEntries(Object.entries(inner as object).map(([name, one]) => [name, outline(one)]))
}
