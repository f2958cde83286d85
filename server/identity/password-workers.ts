import type { Argon2Parameters } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import type { HashAnswer, HashRequest } from './password-worker.ts'

type Waiting = { resolve: (hash: Buffer) => void; reject: (error: Error) => void }
type Thread = { worker: Worker; waiting: Map<number, Waiting> }

/**
 * argon2id on `size` separate threads, at a lower priority where the system supports that for threads. Node's own pool,
 * on which its asynchronous argon2 runs, also reads files and looks up names: hashing would delay those. The threads
 * start with the first password and never keep the process alive; one that fails is replaced, and its current hash is
 * rejected.
 */
export function argon2Workers(size: number): (parameters: Argon2Parameters) => Promise<Buffer> {
  const threads: (Thread | undefined)[] = Array.from({ length: size })
  let lastId = 0

  function threadAt(index: number): Thread {
    const known = threads[index]
    if (known) return known
    const worker = new Worker(new URL('password-worker.ts', import.meta.url), { execArgv: [], stderr: false })
    const thread: Thread = { worker, waiting: new Map() }
    worker.unref()
    worker.on('message', (answer: HashAnswer) => {
      const asked = thread.waiting.get(answer.id)
      thread.waiting.delete(answer.id)
      if ('hash' in answer) asked?.resolve(Buffer.from(answer.hash))
      else asked?.reject(new Error(answer.error))
    })
    const fail = (reason: string) => {
      if (threads[index] === thread) threads[index] = undefined
      for (const { reject } of thread.waiting.values()) reject(new Error(reason))
      thread.waiting.clear()
    }
    worker.on('error', (error) => fail(`a thread that hashes passwords failed: ${String(error)}`))
    worker.on('exit', () => fail('a thread that hashes passwords ended'))
    threads[index] = thread
    return thread
  }

  /** The thread with the shortest queue. */
  function idlest(): Thread {
    const loads = threads.map((thread, index) => ({ index, load: thread?.waiting.size ?? 0 }))
    const [first] = loads.toSorted((a, b) => a.load - b.load)
    return threadAt(first?.index ?? 0)
  }

  return (parameters) =>
    new Promise((resolve, reject) => {
      const id = (lastId += 1)
      const { worker, waiting } = idlest()
      // Keeps the process alive only while a hash is awaited.
      worker.ref()
      const settle =
        <T>(done: (value: T) => void) =>
        (value: T) => {
          if (waiting.size === 0) worker.unref()
          done(value)
        }
      waiting.set(id, { resolve: settle(resolve), reject: settle(reject) })
      worker.postMessage({ id, parameters } satisfies HashRequest)
    })
}
