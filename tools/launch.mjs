// Runs every npm script of this project: `node tools/launch.mjs <task>`.
//
// Plain JavaScript for any Node from 18 on, using nothing but Node itself, because it runs before anything is
// installed: it installs what the lockfile names when that changed, then hands the task to the Node version that the
// lockfile pins.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { beginBuild, builds, digest, isBuilt, readIfThere } from './builds.mjs'

const project = dirname(dirname(fileURLToPath(import.meta.url)))
const oldestNode = 24

/**
 * Keeps a server small (docs/decisions/0070): two semi-spaces of 8 MB for short-lived values, where V8 would use two of
 * 64 on a large machine; freed blocks return to the system immediately, because glibc doesn't raise an explicit
 * threshold; and all threads but the main one share an arena of glibc, where each would keep one of its own.
 * `--expose-gc` lets the server collect the garbage of its start. All must be set before the process starts. Other C
 * libraries don't read glibc's variables.
 */
const smallMemory = {
  flags: ['--max-semi-space-size=8', '--expose-gc'],
  environment: { MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_ARENA_MAX: '2' },
}

/**
 * Code is compiled once and kept for later processes and threads: a server starts, and the thread that reads a workbook
 * loads, in half the processor time.
 */
const compiled = { NODE_COMPILE_CACHE: join(project, 'node_modules/.cache/node') }

/**
 * The program of each task, and its NODE_ENV, whatever the shell's. `besideServer`: it is used while a server runs from
 * this folder, so it never replaces what that server has loaded.
 */
const tasks = {
  start: {
    nodeEnv: 'production',
    needsBuild: true,
    environment: smallMemory.environment,
    command: [...smallMemory.flags, 'build/server/main.js'],
  },
  dev: { nodeEnv: 'development', command: ['tools/dev.ts'] },
  build: { nodeEnv: 'production', needsBuild: true },
  check: { nodeEnv: 'test', command: ['tools/check.ts'] },
  test: { nodeEnv: 'test', command: ['tools/test.ts'] },
  faults: {
    nodeEnv: 'test',
    environment: { FAULTS: '1' },
    command: ['node_modules/vitest/vitest.mjs', 'run', '--reporter=verbose'],
  },
  bench: { nodeEnv: 'production', needsBuild: true, command: ['bench/main.ts'] },
  profile: { nodeEnv: 'production', needsBuild: true, command: ['bench/profile/main.ts'] },
  account: { nodeEnv: 'production', besideServer: true, command: ['tools/account.ts'] },
  backup: { nodeEnv: 'production', besideServer: true, command: ['tools/backup.ts'] },
  audit: { nodeEnv: 'production', besideServer: true, command: ['tools/audit.ts'] },
  'check-ledger': { nodeEnv: 'production', besideServer: true, command: ['tools/check-ledger.ts'] },
  screens: { nodeEnv: 'production', needsBuild: true, command: ['tools/screens.ts'] },
}

const [name, ...rest] = process.argv.slice(2)
const task = tasks[name]
if (!task) fail(`Usage: node tools/launch.mjs ${Object.keys(tasks).join('|')}`)

process.chdir(project)
const environment = { ...compiled, ...task.environment, ...process.env, NODE_ENV: task.nodeEnv }
let running = null
let isInstalling = false
passSignalsOn()
await installWhenStale()
const node = chooseNode()
// Programs started by the task find the same Node and the project's own tools first.
environment.PATH = [dirname(node), join(project, 'node_modules/.bin'), process.env.PATH].join(delimiter)
if (task.needsBuild) await buildWhenStale()
if (task.command) endLike(await run(node, [...task.command, ...rest], 'inherit'))

function fail(message) {
  console.error(message)
  process.exit(1)
}

/**
 * Runs `npm ci` if the lockfile or the platform has changed since the last install. The stamp is in node_modules,
 * which `npm ci` empties first, so an install cut short is done again. Works with install scripts switched off, and
 * takes the development tools in even under NODE_ENV=production: the web app is built here.
 */
async function installWhenStale() {
  const stamp = join(project, 'node_modules/.onhand-install')
  const asPinned = isNewEnough() ? [] : ['--require ./tools/as-pinned-node.cjs']
  // A marker for how it is installed: an install without the native parts isn't complete.
  const wanted = digest([readFileSync('package-lock.json'), process.platform, process.arch, 'as pinned'])
  if (readIfThere(stamp) === wanted) return
  if (await isServerRunning()) {
    if (!task.besideServer) refuseBesideServer()
    console.error('package-lock.json has changed, but Onhand is running. Using the installed dependencies.')
    return
  }
  if (!isNewEnough() && !bringsNode()) refuseNode()
  console.error('Installing dependencies …')
  // npm passes its path when it started us, so that the npm in use also installs.
  const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm']
  const args = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const [program, ...first] = npm
  isInstalling = true
  const done = await run(program, [...first, ...args], 'ignore', {
    NODE_OPTIONS: [process.env.NODE_OPTIONS ?? '', ...asPinned].join(' ').trim(),
  })
  isInstalling = false
  if (done.code !== 0) {
    fail(
      `npm ci failed (${done.signal ?? `exit code ${done.code}`}). See the output above, fix the cause and run the command again.`,
    )
  }
  writeFileSync(stamp, wanted)
}

/** Whether the running Node could run everything. */
function isNewEnough() {
  return Number(process.versions.node.split('.')[0]) >= oldestNode
}

/** The pinned Node if it runs here, else the current Node if it is new enough. */
function chooseNode() {
  const system = process.platform === 'win32' ? 'win' : process.platform
  const file = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node'
  const pinned = join(project, `node_modules/node-${system}-${process.arch}`, file)
  // It may exist but not run: the pinned build needs glibc, which Alpine Linux doesn't have.
  if (existsSync(pinned) && spawnSync(pinned, ['--version']).status === 0) return pinned
  if (isNewEnough()) return process.execPath
  return refuseNode()
}

/** Whether the lockfile brings a Node that runs here, as far as that is known before it is installed. */
function bringsNode() {
  const system = process.platform === 'win32' ? 'win' : process.platform
  const { packages = {} } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const hasGlibc = process.platform !== 'linux' || process.report.getReport().header.glibcVersionRuntime !== undefined
  return hasGlibc && `node_modules/node-${system}-${process.arch}` in packages
}

function refuseNode() {
  return fail(
    `This is Node ${process.versions.node}, and Onhand needs Node ${oldestNode} or newer. It includes one for Linux ` +
      `(glibc, x64 and ARM64) and Windows (x64), but not for this machine (${process.platform} ${process.arch}). ` +
      'Install a newer one from nodejs.org.',
  )
}

/** Builds the web app and the server's code into the folder build/ if their sources have changed since. */
async function buildWhenStale() {
  const stale = builds.filter((build) => !isBuilt(build))
  if (stale.length > 0 && (await isServerRunning())) refuseBesideServer()
  for (const build of stale) {
    console.error(`Building the ${build.title} …`)
    const markAsBuilt = beginBuild(build)
    const built = await run(node, build.command, 'ignore', { NODE_ENV: 'production' })
    if (built.code !== 0) fail(`The ${build.title} could not be built: see the messages above.`)
    markAsBuilt()
  }
}

/**
 * Whether a server is running on the data folder: it rewrites its lock every two seconds (server/platform/postgres/
 * lock.ts). That of a killed server is new for ten seconds at most, for which we wait; no longer than that if its time
 * is in the future, because the clock was reset.
 */
async function isServerRunning() {
  const folder = resolve(process.env.ONHAND_DATA || 'data')
  // Where root's data is if PostgreSQL's account can't reach that folder (server/platform/data-folder.ts).
  const instead = join('/var/lib/onhand', createHash('sha256').update(folder).digest('hex').slice(0, 12))
  const lock = [folder, instead].map((one) => join(one, 'onhand.lock')).find((path) => existsSync(path))
  if (!lock) return false
  const rewrittenAt = () => statSync(lock, { throwIfNoEntry: false })?.mtimeMs
  const before = rewrittenAt()
  const until = performance.now() + 10_000
  while (rewrittenAt() === before) {
    if (Date.now() - before > 10_000 || performance.now() > until) return false
    await sleep(200)
  }
  return existsSync(lock)
}

function refuseBesideServer() {
  fail(
    'Onhand is running, and an update would replace the files it uses. Stop it first (docs/operations/upgrading.md).',
  )
}

/** Runs a program to its end with visible output; `input` decides whether it can read the terminal. */
function run(program, args, input, extra = {}) {
  // A process group of its own: on Ctrl-C the terminal and npm would each send the signal, and a second one means "stop
  // immediately". We pass on one.
  running = spawn(program, args, {
    stdio: [input, 'inherit', 'inherit'],
    env: { ...environment, ...extra },
    detached: process.platform !== 'win32',
    shell: process.platform === 'win32' && program === 'npm',
  })
  return new Promise((resolve) => {
    running.on('error', (error) => fail(`${program} could not be started: ${error.message}`))
    running.on('exit', (code, signal) => resolve({ code, signal }))
  })
}

function passSignalsOn() {
  let passedOn = 0
  const passOn = (signal) => {
    if (Date.now() - passedOn < 500) return
    passedOn = Date.now()
    // An interrupted install is repeated from scratch; one that continued in the background would collide with the
    // next.
    if (running) running.kill(isInstalling ? 'SIGKILL' : signal)
    else process.exit(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => passOn(signal))
  // Ending npm alone ends the shell between npm and us, which passes nothing on: we notice that it is gone.
  const parent = process.ppid
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    passOn('SIGTERM')
  }, 250)
  watch.unref()
}

/** Ends this process with the task's exit code or signal. */
function endLike({ code, signal }) {
  if (!signal) process.exit(code ?? 1)
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
}
