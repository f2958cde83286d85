import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, inject, it, vi } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { copyDataFolder } from '../testing/throwaway-cluster.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts'
import { type Log, silentLog } from './log.ts'
import { findProcess, listProcesses } from './postgres/find-processes.ts'
import { waitUntilGone } from './postgres/processes.ts'

const ending: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

/** A folder with a space in its name, because people have those. */
function newFolder(): string {
  const { path, remove } = temporaryFolder('onhand test ')
  ending.push(remove)
  return path
}

/** A cluster that ran and was stopped properly, for tests that don't test creating a new one. */
function usedFolder(): string {
  const folder = newFolder()
  // As at a start: the user PostgreSQL runs as must be able to pass through.
  chmodSync(folder, 0o711)
  copyDataFolder(inject('startedBefore'), folder)
  return folder
}

async function start(dataDir: string, log: Pick<Log, 'info' | 'error'> = silentLog): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, durable: false, log })
  ending.push(() => server.stop())
  return server
}

async function query(server: { host: string; port: number; superuser: string }, text: string) {
  const client = new pg.Client({ host: server.host, port: server.port, user: server.superuser, database: 'postgres' })
  client.on('error', () => {}) // The server is killed on purpose: the query itself reports it.
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** Another Node process that runs the same server, so that it can be killed. */
async function startInChild(dataDir: string): Promise<{ child: ChildProcess; pid: number }> {
  const supervisor = JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href)
  const script = `
    const { startEmbeddedPostgres } = await import(${supervisor})
    const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, durable: false })
    console.log(server.pid)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  ending.push(() => void child.kill('SIGKILL'))
  const [line] = (await once(child.stdout!, 'data')) as [Buffer]
  return { child, pid: Number(line.toString()) }
}

async function kill(child: ChildProcess) {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

describe('the embedded PostgreSQL', () => {
  it('keeps its data when stopped and started', async () => {
    const folder = newFolder()
    const first = await start(folder)
    await query(first, 'create table kept (n int); insert into kept values (7)')
    await first.stop()
    expect(findProcess(first.pid)).toBeNull()
    expect(await query(await start(folder), 'select n from kept')).toEqual([{ n: 7 }])
  })

  it('sorts by the built-in locale, checks pages by checksum and listens on no network', async () => {
    const server = await start(newFolder())
    expect(
      await query(
        server,
        `select datlocprovider as provider, datlocale as locale, current_setting('data_checksums') as checksums,
           current_setting('listen_addresses') as listens
         from pg_database where datname = 'postgres'`,
      ),
    ).toEqual([{ provider: 'b', locale: 'C.UTF-8', checksums: 'on', listens: '' }])
  })

  it('can only be reached through a folder of its own account', async () => {
    const server = await start(usedFolder())
    const folder = statSync(server.host)
    expect(folder.mode & 0o777).toBe(0o700)
    expect(Buffer.byteLength(join(server.host, '.s.PGSQL.5432'))).toBeLessThan(107)
  })

  it('is restarted when it is killed, and the log has an error for it', async () => {
    const [errors, lines] = [[] as unknown[], [] as unknown[]]
    const log: Pick<Log, 'info' | 'error'> = {
      error: (line: unknown) => void errors.push(line),
      info: (line: unknown) => void lines.push(line),
    }
    const server = await start(usedFolder(), log)
    const first = server.pid
    await query(server, 'create table kept (n int); insert into kept values (7)')
    process.kill(first, 'SIGKILL')
    await vi.waitFor(async () => expect(await query(server, 'select n from kept')).toEqual([{ n: 7 }]), 60_000)
    expect(server.pid).not.toBe(first)
    expect(errors).toEqual(['PostgreSQL exited unexpectedly (SIGKILL). Restarting it.'])
    await expect.poll(() => lines).toEqual([`PostgreSQL is running again (process ${server.pid}).`])
  })

  it('starts while a server of a killed run is still running, and leaves only one', async () => {
    const folder = usedFolder()
    const { child, pid } = await startInChild(folder)
    await kill(child)
    expect(findProcess(pid)).not.toBeNull()
    const server = await start(folder)
    expect(findProcess(pid)).toBeNull()
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('starts after both Onhand and the server were killed', async () => {
    const folder = usedFolder()
    const { child, pid } = await startInChild(folder)
    process.kill(pid, 'SIGKILL')
    await kill(child)
    expect(await query(await start(folder), 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('starts if the lock file of a killed server names an unrelated process', async () => {
    const folder = usedFolder()
    const first = await start(folder)
    await first.stop()
    writeFileSync(join(folder, 'postgres/postmaster.pid'), `${process.ppid}\n${join(folder, 'postgres')}\n`)
    expect(await query(await start(folder), 'select 1 as one')).toEqual([{ one: 1 }])
    expect(findProcess(process.ppid)).not.toBeNull()
  })

  it('refuses a folder used by another Onhand, and uses it once that has ended', async () => {
    const folder = usedFolder()
    const { child, pid } = await startInChild(folder)
    await expect(startEmbeddedPostgres({ dataDir: folder })).rejects.toThrow(
      `Onhand is already running on ${folder} (process ${child.pid})`,
    )
    await kill(child)
    await start(folder)
    expect(await waitUntilGone([pid], 0)).toBe(true)
  })

  it('leaves the files of the Onhand that took its folder over alone, and ends all of its own processes', async () => {
    const dataDir = usedFolder()
    const lost = Promise.withResolvers<void>()
    const server = await startEmbeddedPostgres({ dataDir, durable: false, onTakenOver: () => lost.resolve() })
    ending.push(() => server.stop())
    const own = listProcesses().filter(({ pid, parent }) => pid === server.pid || parent === server.pid)
    expect(own.length).toBeGreaterThan(3)
    // What another Onhand and its PostgreSQL write, where neither sees the processes of the other.
    const lockFile = join(dataDir, 'postgres/postmaster.pid')
    const theirs = `4711\n${join(dataDir, 'postgres')}\n0\n5432\n/tmp/theirs\n\n\nready   \n`
    rmSync(lockFile)
    writeFileSync(lockFile, theirs)
    rmSync(join(dataDir, 'onhand.lock'))
    writeFileSync(join(dataDir, 'onhand.lock'), JSON.stringify({ pid: 4711, started: '1', id: 'theirs' }))
    await lost.promise
    expect(
      await waitUntilGone(
        own.map(({ pid }) => pid),
        10_000,
      ),
    ).toBe(true)
    expect(readFileSync(lockFile, 'utf8')).toBe(theirs)
  })

  it.runIf(process.getuid?.() === 0)(
    'refuses data that was copied without its owners, and says what to run',
    async () => {
      const folder = usedFolder()
      const owner = statSync(join(folder, 'postgres'))
      execFileSync('chown', ['-R', 'root', join(folder, 'postgres')])
      const refused = await startEmbeddedPostgres({ dataDir: folder }).catch(String)
      const [, command = ''] = /Run "(chown .*)", or copy/.exec(String(refused)) ?? []
      expect(command).toBe(`chown --recursive ${command.split(' ')[2]} ${join(folder, 'postgres')}`)
      execFileSync('chown', ['-R', command.split(' ')[2] ?? '', join(folder, 'postgres')])
      expect(statSync(join(folder, 'postgres')).uid).toBe(owner.uid)
      await start(folder)
    },
  )

  it('refuses data of another PostgreSQL version instead of touching it', async () => {
    const folder = usedFolder()
    const first = await start(folder)
    await first.stop()
    writeFileSync(join(folder, 'postgres/PG_VERSION'), '15\n')
    await expect(startEmbeddedPostgres({ dataDir: folder })).rejects.toThrow('was written by PostgreSQL 15')
  })
})
