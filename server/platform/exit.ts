/**
 * Ends the process with this code, after its `exit` handlers. Node first waits for V8's compiling threads. One of them
 * that waits for a collection of garbage would wait forever, and so would this process, whatever signal it gets
 * (https://github.com/nodejs/node/issues/54918): the collection lets it go on.
 */
export function exit(code: number): never {
  globalThis.gc?.()
  process.exit(code)
}
