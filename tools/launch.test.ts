import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeEach, expect, onTestFinished, test } from 'vitest'

// The launcher on a minimal project: npm, Vite and the server only report that they were called.

let project: string
const sources = ['server', 'ledger', 'web', 'contract']
const bundling = `import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
mkdirSync('build/server', { recursive: true })
copyFileSync('server/main.ts', 'build/server/main.js')
console.log('bundle')`

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'onhand launcher '))
  onTestFinished(() => rmSync(project, { recursive: true }))
  for (const folder of ['tools', ...sources, 'node_modules/vite/bin', 'node_modules/.bin'])
    mkdirSync(join(project, folder), { recursive: true })
  for (const file of ['launch.mjs', 'builds.mjs'])
    copyFileSync(join(import.meta.dirname, file), join(project, 'tools', file))
  write('package.json', '{ "type": "module" }')
  write('package-lock.json', '{}')
  write('tsconfig.base.json', '{}')
  write('web/page.ts', 'one')
  write('npm.js', `console.log('npm', ...process.argv.slice(2)); process.exit(Number(process.env.NPM_ENDS ?? 0))`)
  write(
    'node_modules/vite/bin/vite.js',
    `import { mkdirSync, writeFileSync } from 'node:fs'
    mkdirSync('build/web', { recursive: true })
    writeFileSync('build/web/index.html', 'built')
    console.log('vite', process.argv[2], process.env.NODE_ENV)`,
  )
  write('tools/build-server.ts', bundling)
  write(
    'server/main.ts',
    `console.log('server', JSON.stringify({ flags: process.execArgv, trim: process.env.MALLOC_TRIM_THRESHOLD_, mode: process.env.NODE_ENV,
      path: process.env.PATH?.split(':').slice(0, 2), given: process.argv.slice(2) }))
    if (process.env.SERVER_ENDS) process.exit(Number(process.env.SERVER_ENDS))`,
  )
})

function write(path: string, content: string): void {
  writeFileSync(join(project, path), content)
}

async function launch(task: string[], environment: Record<string, string> = {}) {
  const env = { PATH: process.env['PATH'], npm_execpath: join(project, 'npm.js'), NODE_ENV: 'test', ...environment }
  const child = spawn(process.execPath, [join(project, 'tools/launch.mjs'), ...task], { env, cwd: tmpdir() })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { lines: out.split('\n').filter(Boolean), err, code: code as number }
}

const called = (lines: string[]) => lines.map((line) => line.split(' ')[0])

test('a start installs, builds, and runs the server with the settings that keep it small', async () => {
  const first = await launch(['start', '--now'])
  expect(called(first.lines)).toEqual(['npm', 'vite', 'bundle', 'server'])
  expect(first.lines[0]).toMatch(/^npm ci --include=dev --include=optional --ignore-scripts /)
  expect(first.lines[1]).toBe('vite build production')
  expect(JSON.parse(first.lines.at(-1)?.slice('server '.length) ?? '')).toEqual({
    flags: ['--max-semi-space-size=8', '--expose-gc'],
    trim: '131072',
    mode: 'production',
    path: [expect.any(String), join(project, 'node_modules/.bin')],
    given: ['--now'],
  })
  expect(first.code).toBe(0)
})

test('an explicitly set allocator threshold is kept', async () => {
  const { lines } = await launch(['start'], { MALLOC_TRIM_THRESHOLD_: '1' })
  expect(lines.at(-1)).toContain('"trim":"1"')
})

test('the next start repeats neither until its inputs change', async () => {
  await launch(['start'])
  expect(called((await launch(['start'])).lines)).toEqual(['server'])
  write('web/page.ts', 'two')
  expect(called((await launch(['start'])).lines)).toEqual(['vite', 'server'])
  rmSync(join(project, 'build/web/index.html'))
  expect(called((await launch(['start'])).lines)).toEqual(['vite', 'server'])
  write('ledger/post.ts', 'new')
  expect(called((await launch(['start'])).lines)).toEqual(['bundle', 'server'])
  write('contract/field.ts', 'new')
  expect(called((await launch(['start'])).lines)).toEqual(['vite', 'bundle', 'server'])
  write('package-lock.json', '{ "packages": {} }')
  expect(called((await launch(['start'])).lines)).toEqual(['npm', 'vite', 'bundle', 'server'])
})

test('sources with a new time and the same content are not built again', async () => {
  await launch(['start'])
  utimesSync(join(project, 'web/page.ts'), 1, 1)
  expect(called((await launch(['start'])).lines)).toEqual(['server'])
})

test('a build that was cut short, or whose sources changed meanwhile, is made again', async () => {
  await launch(['start'])
  write('server/code.ts', 'wrong')
  write('tools/build-server.ts', `${bundling}; process.exit(1)`)
  expect(await launch(['start'])).toMatchObject({ lines: ['bundle'], code: 1 })
  expect(called((await launch(['start'])).lines)).toEqual(['bundle'])
  write('tools/build-server.ts', `${bundling}; writeFileSync('server/code.ts', 'changed meanwhile')`)
  expect(called((await launch(['start'])).lines)).toEqual(['bundle', 'server'])
  expect(called((await launch(['start'])).lines)).toEqual(['bundle', 'server'])
  expect(called((await launch(['start'])).lines)).toEqual(['server'])
})

test('a failed install is reported, runs nothing, and is repeated by the next start', async () => {
  const failed = await launch(['start'], { NPM_ENDS: '7' })
  expect([called(failed.lines), failed.code]).toEqual([['npm'], 1])
  expect(failed.err).toContain('npm ci failed (exit code 7)')
  expect(existsSync(join(project, 'node_modules/.onhand-install'))).toBe(false)
  expect(called((await launch(['start'])).lines)).toEqual(['npm', 'vite', 'bundle', 'server'])
})

/** The lock of a running server, rewritten as a server does; ended by the returned function. */
function runServer(): () => void {
  mkdirSync(join(project, 'data'), { recursive: true })
  const timer = setInterval(() => write('data/onhand.lock', '{}'), 100)
  write('data/onhand.lock', '{}')
  onTestFinished(() => clearInterval(timer))
  return () => clearInterval(timer)
}

test('while a server is running, its dependencies and its web app stay as they are', async () => {
  await launch(['start'])
  write('tools/backup.ts', `console.log('backup')`)
  const stopServer = runServer()
  write('package-lock.json', '{ "packages": {} }')
  const backup = await launch(['backup'])
  expect([called(backup.lines), backup.code]).toEqual([['backup'], 0])
  expect(backup.err).toContain('Using the installed dependencies')
  for (const task of ['start', 'build', 'check']) {
    const refused = await launch([task])
    expect([task, refused.lines, refused.code]).toEqual([task, [], 1])
    expect(refused.err).toContain('Stop it first')
  }
  write('package-lock.json', '{}')
  write('web/page.ts', 'two')
  expect(await launch(['start'])).toMatchObject({ lines: [], code: 1 })
  stopServer()
})

test.each([
  ['nine seconds old', -9],
  ['from the future, after a wrong clock', 3_600],
])('the lock of a killed server, %s, delays an update by ten seconds at most', async (_when, seconds) => {
  await launch(['start'])
  runServer()()
  const at = Date.now() / 1_000 + seconds
  utimesSync(join(project, 'data/onhand.lock'), at, at)
  write('package-lock.json', '{ "packages": {} }')
  expect(called((await launch(['start'])).lines)).toEqual(['npm', 'vite', 'bundle', 'server'])
})

test('it exits like its task, and an unknown task lists the existing ones', async () => {
  expect((await launch(['start'], { SERVER_ENDS: '3' })).code).toBe(3)
  const unknown = await launch(['fly'])
  expect([unknown.code, unknown.err.trim()]).toEqual([
    1,
    'Usage: node tools/launch.mjs start|dev|build|check|test|faults|bench|profile|account|backup|audit|check-ledger|screens',
  ])
  expect(readFileSync(join(project, 'build/web.stamp'), 'utf8')).toMatch(/^[0-9a-f]{64}\n[0-9a-f]{64}$/)
})
