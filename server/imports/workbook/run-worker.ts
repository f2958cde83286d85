import { Worker } from 'node:worker_threads'
import { limits } from '../../../contract/limits.ts'

/**
 * Runs a script of this folder in a thread of its own, so that any content costs limited memory and time and never
 * blocks the event loop. Returns its first message, or which limit it exceeded. Throws what the script throws.
 */
export function runWorker<T>(script: string, workerData: object): Promise<T | 'too_long' | 'out_of_memory'> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(script, import.meta.url), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: limits.importParseMegabytes, maxYoungGenerationSizeMb: 32 },
    })
    const tooLong = setTimeout(() => {
      resolve('too_long')
      worker.terminate().catch(reject)
    }, limits.importParseSeconds * 1_000)
    worker.once('message', resolve)
    worker.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve('out_of_memory')
      else reject(error)
    })
    worker.once('exit', (code) => {
      clearTimeout(tooLong)
      reject(new Error(`${script} ended with ${code} before it answered`))
    })
  })
}
