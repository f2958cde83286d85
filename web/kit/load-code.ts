import { connectionState, onRecovery, testConnection } from './connection.ts'

/**
 * Loads a part of the app's code (`load` imports it). While the server is unreachable, which the connection banner
 * shows, it waits, and then tries again: a reload, which is how the router recovers, would replace the screen and
 * everything typed with the browser's own error page. Rejects if the server responds but the code is gone, because a
 * new version was installed.
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    await testConnection()
    if (connectionState() === 'up') throw error
    await recovery()
    return loadCode(load)
  }
}

function recovery(): Promise<void> {
  return new Promise((resolve) => {
    const stop = onRecovery(() => {
      stop()
      resolve()
    })
  })
}
