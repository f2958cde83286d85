import { readdirSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parentPort } from 'node:worker_threads'
import { z } from 'zod'
import type { Endpoint } from '../../contract/endpoint.ts'
import { describeFunction, withDescribedFields } from './documented-source.ts'

// Loads the contract with the doc comments of its fields as descriptions, and sends the JSON schemas of each endpoint.

const folder = join(import.meta.dirname, '../../contract')
const inFolder = `${pathToFileURL(folder).href}/`

Object.assign(globalThis, {
  [describeFunction]: (value: unknown, description: string) =>
    value instanceof z.ZodType ? value.meta({ ...value.meta(), description }) : value,
})

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.startsWith(inFolder)) return loaded
    return { ...loaded, source: withDescribedFields(String(loaded.source)) }
  },
})

const schemas: Record<string, { input: unknown; output: unknown }> = {}
const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
for (const file of files) {
  const module = (await import(pathToFileURL(join(folder, file)).href)) as Record<string, unknown>
  for (const value of Object.values(module).filter(isEndpoint)) {
    schemas[value.name] = {
      input: z.toJSONSchema(value.input, { io: 'input', unrepresentable: 'any' }),
      output: z.toJSONSchema(value.output, { io: 'output', unrepresentable: 'any' }),
    }
  }
}
parentPort?.postMessage(schemas)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'kind' in value && 'path' in value && 'output' in value
}
