import { Worker } from 'node:worker_threads'
import { limits } from '../../../contract/limits.ts'
import { createFairQueue, TooBusy } from '../../platform/fair-queue.ts'
import { refuse } from '../../platform/refusal.ts'

/** One thread at a time, because each may take some 300 MB. One organization can't take every place in the queue. */
const queue = createFairQueue({
  inAll: 1,
  waitingMax: limits.importFilesWaiting,
  waitingPerKey: limits.importFilesWaiting - 1,
})

/**
 * Runs a script of this folder in a thread of its own, so that any content costs limited memory and time and never
 * blocks the event loop. Returns its first message, or which limit it exceeded. Refuses busy if too many files are
 * waiting; throws what the script throws.
 */
export async function runWorker<T>(
  org_id: string,
  script: string,
  workerData: object,
): Promise<T | 'too_long' | 'out_of_memory'> {
  const leave = await queue.enter(org_id).catch((error: unknown) => {
    if (error instanceof TooBusy) refuse('busy', undefined, 'Other files are being processed. Try again in a moment.')
    throw error
  })
  try {
    return await runThread<T>(script, workerData)
  } finally {
    leave()
  }
}

function runThread<T>(script: string, workerData: object): Promise<T | 'too_long' | 'out_of_memory'> {
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
