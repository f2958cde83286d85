/**
 * Ends the process with this code, after its `exit` handlers. Node waits for V8's compiler threads before it exits. If
 * one of them waits for a garbage collection, both wait forever, and only SIGKILL ends the process
 * (https://github.com/nodejs/node/issues/54918). Collecting first lets that thread finish.
 */
export function exit(code: number): never {
  globalThis.gc?.()
  process.exit(code)
}
