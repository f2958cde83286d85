import { Worker } from 'node:worker_threads'

export type Json = Record<string, unknown>

/** An object's schema, as far as the reference looks into it. */
export type ObjectSchema = Json & { properties?: Record<string, Json>; required?: string[] }

/** The JSON schemas of an endpoint, with descriptions. */
export type DescribedSchemas = Readonly<{ input: ObjectSchema; output: Json }>

/**
 * The JSON schemas of every endpoint by name, described by the doc comments of the contract. A separate thread loads
 * the contract again for this (about two seconds, 40 MB), and ends: few servers are ever asked for their reference.
 */
export function describedSchemas(): Promise<Readonly<Record<string, DescribedSchemas>>> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('described-contract-worker.ts', import.meta.url), { execArgv: [] })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the thread that describes the API ended without a result')))
  })
}
