import { spawn, type ChildProcess } from 'node:child_process'

// The browser talks to vite, which reloads changed modules and passes requests on to the server, which restarts by
// itself.
const port = Number(process.env.PORT || 3000)
const serverPort = port + 1

const children = [
  run(['--watch', '--watch-preserve-output', 'server/main.ts'], {
    PORT: String(serverPort),
    SITE_URL: `http://localhost:${port}`,
    // Undoing a change to a function is not a mistake here.
    ALLOW_DOWNGRADE: 'on',
  }),
  run(['node_modules/vite/bin/vite.js', '--config', 'web/vite.config.ts', '--port', String(port), '--strictPort'], {
    ONHAND_DEV_API: `http://localhost:${serverPort}`,
  }),
]

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopAll)
for (const child of children) child.once('exit', stopAll)
await Promise.all(children.map(hasEnded))
process.exit(children.every(({ exitCode, signalCode }) => exitCode === 0 || signalCode === 'SIGTERM') ? 0 : 1)

function run(args: string[], environment: Record<string, string>): ChildProcess {
  return spawn(process.execPath, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...environment },
  })
}

/** When one ends, the other is useless. */
function stopAll() {
  for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
}

function hasEnded(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => child.once('exit', () => resolve()))
}
