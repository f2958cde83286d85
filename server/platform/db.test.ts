import { getPriority } from 'node:os'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { swallowingNetwork } from '../testing/swallowing-network.ts'
import { openDatabase, type Tx } from './db.ts'
import { newId } from './ids.ts'
import { silentLog } from './log.ts'
import { sql } from './sql.ts'
import { isOutage } from './transient-errors.ts'

const { db, admin, name, connection } = await testDatabase({ maxConnections: 4, choosesPlans: true })

async function organization(): Promise<string> {
  const org_id = newId()
  await admin.query('insert into organizations (org_id, name) values ($1, $2)', [org_id, 'Test'])
  return org_id
}

const addCategory = (org_id: string, name: string) => sql`
  insert into categories (org_id, id, user_id, name, color) values (${org_id}, ${newId()}, ${newId()}, ${name}, '#112233')`
const names = sql<{ name: string }>`select name from categories order by name`

describe('a transaction', () => {
  it('commits its work and returns the result', async () => {
    const scope = { org_id: await organization(), user_id: newId() }
    expect(await db.transaction(scope, (tx) => tx.run(addCategory(scope.org_id, 'Kept')))).toBe(1)
    expect(await db.transaction(scope, (tx) => tx.all(names))).toEqual([{ name: 'Kept' }])
  })

  it('rolls everything back when the work throws', async () => {
    const scope = { org_id: await organization(), user_id: newId() }
    const work = db.transaction(scope, async (tx) => {
      await tx.run(addCategory(scope.org_id, 'Gone'))
      throw new Error('stop')
    })
    await expect(work).rejects.toThrow('stop')
    expect(await db.transaction(scope, (tx) => tx.all(names))).toEqual([])
  })

  it('prepares the statements of full and of limited members separately: they read different tables', async () => {
    const { db: one } = await testDatabase({ maxConnections: 1 })
    const scope = { org_id: newId(), user_id: newId() }
    const on_hand = sql`select on_hand from product_totals`
    for (const locations of ['all' as const, [newId()], 'all' as const])
      expect(await one.transaction({ ...scope, locations }, (tx) => tx.all(on_hand))).toEqual([])
  })

  it('plans a statement once for sets of any size, if requested', async () => {
    const plannedAnew = (options: { planOnce?: boolean }) =>
      db.transaction(
        null,
        async (tx) => {
          for (let size = 1; size <= 8; size++)
            await tx.all(sql`
              select o.name from unnest(${Array.from({ length: size }, newId)}::uuid[]) as wanted (org_id)
              join organizations o on o.org_id = wanted.org_id`)
          return tx.one(sql<{ plans: number }>`
            select custom_plans::int as plans from pg_prepared_statements
            where statement like '%as wanted%' and statement not like '%pg_prepared_statements%'`)
        },
        options,
      )
    expect(await plannedAnew({ planOnce: true })).toEqual({ plans: 0 })
    expect((await plannedAnew({})).plans).toBeGreaterThan(0)
  })

  it('fails with the error of a last statement that failed', async () => {
    const scope = { org_id: await organization(), user_id: newId() }
    const work = db.transaction(scope, async (tx) => {
      tx.later(addCategory(scope.org_id, 'Gone'))
      tx.later(sql`select 1 / 0`)
      return 'fine'
    })
    await expect(work).rejects.toThrow('division by zero')
    expect(await db.transaction(scope, (tx) => tx.all(names))).toEqual([])
  })

  it('that finds a read-only database is an outage, and the next one gets another connection', async () => {
    const scope = { org_id: await organization(), user_id: newId() }
    await admin.query(`alter database ${name} set default_transaction_read_only = on`)
    const own = openDatabase(connection, silentLog, { maxConnections: 1 })
    const add = () => own.transaction(scope, (tx) => tx.run(addCategory(scope.org_id, 'Kept')))
    expect(isOutage(await add().catch((error: unknown) => error))).toBe(true)
    await admin.query(`alter database ${name} reset default_transaction_read_only`)
    expect(await add()).toBe(1)
    await own.close()
  })

  it('that calls a function of another version is an outage once a newer server has upgraded the database', async () => {
    const { rows } = await admin.query<{ hash: string }>('select hash from migration.state')
    const own = openDatabase(connection, silentLog, { maxConnections: 1, sqlHash: rows[0]!.hash })
    const call = () => own.transaction(null, (tx) => tx.run(sql`select app.of_old()`)).catch((error: unknown) => error)
    expect(isOutage(await call())).toBe(false)
    await admin.query(`update migration.state set hash = 'newer'`)
    expect(isOutage(await call())).toBe(true)
    await admin.query('update migration.state set hash = $1', [rows[0]!.hash])
    await own.close()
  })

  it('that may only read is no outage when it writes', async () => {
    const scope = { org_id: await organization(), user_id: newId() }
    const work = db.transaction(scope, (tx) => tx.run(addCategory(scope.org_id, 'Gone')), { readOnly: true })
    const error = await work.catch((cause: unknown) => cause)
    expect([String(error), isOutage(error)]).toEqual(['Error: a read-only transaction wrote', false])
  })

  it("reports the first failure of several statements in the caller's words, never its consequences", async () => {
    const explained = async (statement: Promise<unknown>) => {
      await statement.then((row) => row).catch(() => Promise.reject(new Error('in words')))
    }
    for (let n = 0; n < 5; n++) {
      const work = db.transaction(null, (tx) => {
        const all = Promise.all([explained(tx.run(sql`select 1 / 0`)), tx.run(sql`select 1`), tx.run(sql`select 2`)])
        // A busy process reads all the responses at once.
        setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100))
        return all
      })
      await expect(work).rejects.toThrow('in words')
    }
  })

  it('accepts only further last statements after a last one', async () => {
    const scope = { org_id: await organization(), user_id: newId() }
    const work = db.transaction(scope, async (tx) => {
      tx.later(addCategory(scope.org_id, 'Gone'))
      await tx.run(addCategory(scope.org_id, 'Gone, too'))
    })
    await expect(work).rejects.toThrow('after a last one')
    await db.transaction(scope, async (tx) => {
      await tx.run(addCategory(scope.org_id, 'First'))
      tx.later(addCategory(scope.org_id, 'Second'))
      tx.later(addCategory(scope.org_id, 'Third'))
    })
    const all = await db.transaction(scope, (tx) => tx.all(names))
    expect(all).toEqual([{ name: 'First' }, { name: 'Second' }, { name: 'Third' }])
  })

  it('accepts no statement after its end, so none runs in the next one on the connection', async () => {
    const scope = { org_id: await organization(), user_id: newId() }
    const kept: Tx[] = []
    await db.transaction(scope, async (tx) => void kept.push(tx))
    const failed = db.transaction(scope, async (tx) => {
      kept.push(tx)
      await tx.run(sql`select 1 / 0`)
    })
    await expect(failed).rejects.toThrow('division by zero')
    for (const tx of kept) {
      await expect(tx.run(addCategory(scope.org_id, 'Late'))).rejects.toThrow('after the end of its transaction')
      expect(() => tx.later(addCategory(scope.org_id, 'Late'))).toThrow('after the end of its transaction')
    }
    expect(await db.transaction(scope, (tx) => tx.all(names))).toEqual([])
  })

  it("gives up on a commit that a frozen database doesn't answer", async () => {
    const scope = { org_id: await organization(), user_id: newId() }
    let frozen = 0
    const work = db.transaction(
      scope,
      async (tx) => {
        const { pid } = await tx.one(sql<{ pid: number }>`select pg_backend_pid() as pid`)
        process.kill((frozen = pid), 'SIGSTOP')
      },
      // Also that of the first statement, which may take long on a busy machine.
      { statementTimeoutMs: 5_000 },
    )
    try {
      await expect(work).rejects.toThrow('Query read timeout')
    } finally {
      if (frozen > 0) process.kill(frozen, 'SIGCONT')
    }
    expect(await db.transaction(scope, (tx) => tx.all(names))).toEqual([])
  })

  it('keeps the connection usable after errors, aborts and invalid scopes', async () => {
    for (let round = 0; round < 40; round++) {
      const broken = db.transaction({ org_id: newId(), user_id: null }, (tx) => tx.all(sql`select * from nowhere`))
      await expect(broken).rejects.toThrow('nowhere')
      await expect(
        db.transaction({ org_id: "x'; drop table x", user_id: null }, (tx) => tx.one(sql`select 1`)),
      ).rejects.toThrow()
    }
    expect(await db.transaction(null, (tx) => tx.one(sql`select 1 as one`))).toEqual({ one: 1 })
  })
})

describe('a transaction that only reads', () => {
  it('ends soon after its result, and the next one on its connection sees what was written in between', async () => {
    const single = openDatabase(connection, silentLog, { maxConnections: 1 })
    const scope = { org_id: await organization(), user_id: newId() }
    const read = () => single.transaction(scope, (tx) => tx.all(names), { readOnly: true })
    expect(await read()).toEqual([])
    // Nothing waits in between: the second transaction begins in the packet that ends the first.
    const writing = single.transaction(scope, (tx) => tx.run(addCategory(scope.org_id, 'New')))
    await writing
    expect(await read()).toEqual([{ name: 'New' }])
    const pid = await single.transaction(null, (tx) => tx.one(sql<{ pid: number }>`select pg_backend_pid() as pid`), {
      readOnly: true,
    })
    await expect
      .poll(async () => {
        const { rows } = await admin.query<{ state: string }>('select state from pg_stat_activity where pid = $1', [
          pid.pid,
        ])
        return rows[0]?.state
      })
      .toBe('idle')
    await single.close()
  })

  it('fails when its last statement failed', async () => {
    const work = db.transaction(null, async (tx) => tx.later(sql`select 1 / 0`), { readOnly: true })
    await expect(work).rejects.toThrow('division by zero')
    expect(await db.transaction(null, (tx) => tx.one(sql`select 1 as one`), { readOnly: true })).toEqual({ one: 1 })
  })

  it('leaves no setting behind for the next one on its connection', async () => {
    const single = openDatabase(connection, silentLog, { maxConnections: 1 })
    const settings = sql<{ org: string; locations: string; role: string }>`
      select coalesce(current_setting('app.org_id', true), '') as org, coalesce(current_setting('app.locations', true), '') as locations,
        current_user as role`
    const scope = { org_id: await organization(), user_id: newId(), locations: [newId()] }
    expect(await single.transaction(scope, (tx) => tx.one(settings), { readOnly: true })).toMatchObject({
      org: scope.org_id,
      role: 'onhand_limited',
    })
    expect(await single.transaction(null, (tx) => tx.one(settings), { readOnly: true })).toEqual({
      org: '',
      locations: '',
      role: 'onhand_app',
    })
    await single.close()
  })
})

describe('one organization', () => {
  const connections = 4
  const { promise: released, resolve: release } = Promise.withResolvers<void>()

  it('never uses all connections: others continue while all of its requests wait', async () => {
    const stuck = { org_id: await organization(), user_id: null }
    let running = 0
    const waiting = Array.from({ length: 12 }, () =>
      db.transaction(stuck, async (tx) => {
        await tx.run(sql`select 1`)
        running++
        await released
      }),
    )
    await expect.poll(() => running).toBe(connections / 2)
    const other = { org_id: await organization(), user_id: null }
    for (let round = 0; round < 5; round++) expect(await db.transaction(other, (tx) => tx.all(names))).toEqual([])
    expect(running).toBe(connections / 2)
    release()
    await Promise.all(waiting)
    expect(running).toBe(12)
  })

  it('gets a connection for its reads and its first write while the writes of two others wait for rows', async () => {
    const crowded = openDatabase(connection, silentLog, { maxConnections: 6, patience: 10 })
    const floods = [
      { org_id: await organization(), user_id: null },
      { org_id: await organization(), user_id: null },
    ]
    const mine = { org_id: await organization(), user_id: null }
    const { promise: released, resolve: letGo } = Promise.withResolvers<void>()
    let running = 0
    const waiting = floods.flatMap((scope) =>
      Array.from({ length: 20 }, () =>
        crowded.transaction(scope, async (tx) => {
          await tx.run(sql`select 1`)
          running++
          await released
        }),
      ),
    )
    // The first used the three of one organization, the second one of those reserved for organizations that have none.
    await expect.poll(() => running).toBe(4)
    for (let round = 0; round < 3; round++) {
      expect(await crowded.transaction(mine, (tx) => tx.all(names), { readOnly: true })).toEqual([])
      expect(await crowded.transaction(mine, (tx) => tx.run(sql`select 1`))).toBe(1)
    }
    expect(running).toBe(4)
    letGo()
    await Promise.all(waiting)
    await crowded.close()
  })

  it('shares the processors: while several are busy, few of their transactions are open at once', async () => {
    const shared = openDatabase(connection, silentLog, { processors: 1, patience: 100 })
    const floods = [
      { org_id: await organization(), user_id: null },
      { org_id: await organization(), user_id: null },
    ]
    const mine = { org_id: await organization(), user_id: null }
    const open = { now: 0, most: 0 }
    const order: string[] = []
    const work = async (scope: typeof mine, name: string) => {
      await shared.transaction(scope, async (tx) => {
        open.most = Math.max(open.most, ++open.now)
        await tx.run(sql`select pg_sleep(0.01)`)
        open.now -= 1
      })
      order.push(name)
    }
    const flooded = Array.from({ length: 40 }, () => floods.map((scope) => work(scope, 'flood'))).flat()
    await work(mine, 'mine')
    await Promise.all(flooded)
    // One of each at first, and one of ours; without a limit, twelve.
    expect(open.most).toBeLessThanOrEqual(3)
    expect(order.indexOf('mine')).toBeLessThanOrEqual(12)
    await shared.close()
  })

  it('is refused as busy if no connection is free in time', async () => {
    const impatient = openDatabase(connection, silentLog, { maxConnections: 2, patience: 0.5 })
    const scope = { org_id: await organization(), user_id: null }
    const end = Promise.withResolvers<void>()
    const first = impatient.transaction(scope, () => end.promise)
    await expect(impatient.transaction(scope, (tx) => tx.all(names))).rejects.toMatchObject({ code: 'busy' })
    end.resolve()
    await first
    await impatient.close()
  })
})

describe('a network that delivers nothing', () => {
  it('blocks no one: lost requests and connections are given up, and later requests get new ones', async () => {
    const network = await swallowingNetwork(connection)
    const through = openDatabase(network.connection, silentLog, { maxConnections: 3, patience: 0.5 })
    const scope = { org_id: await organization(), user_id: null }
    const one = () => through.transaction(scope, (tx) => tx.all(names))
    expect(await one()).toEqual([])
    const own = await through.connect(100)
    const begin = performance.now()
    const lost: Promise<unknown>[] = [
      // Lost in the middle, with every statement answered: only its rollback gets no response.
      through.transaction(scope, async (tx) => {
        await tx.all(names)
        network.swallow()
        throw new Error('refused')
      }),
    ]
    await expect.poll(network.isSwallowing, { interval: 1 }).toBe(true)
    lost.push(one(), own.query('select 1'), through.connect())
    expect((await Promise.allSettled(lost)).map((outcome) => outcome.status)).toEqual(lost.map(() => 'rejected'))
    expect(performance.now() - begin).toBeLessThan(30_000)
    network.heal()
    expect(await one()).toEqual([])
    await own.end()
    await through.close()
    network.close()
  })
})

describe('a PostgreSQL process', () => {
  it("runs after this process where both share the processors, and isn't touched elsewhere", async () => {
    const pidIn = async (database: typeof db) =>
      (await database.transaction(null, (tx) => tx.one(sql<{ pid: number }>`select pg_backend_pid() as pid`))).pid
    const local = openDatabase(connection, silentLog, { processors: 1 })
    const remote = openDatabase(connection, silentLog)
    const lowered = await pidIn(local)
    await expect.poll(() => getPriority(lowered)).toBe(Math.min(getPriority() + 7, 19))
    expect(getPriority(await pidIn(remote))).toBe(getPriority())
    await Promise.all([local.close(), remote.close()])
  })
})

describe('row-level security', () => {
  it('shows and changes rows of the organization set for the transaction only', async () => {
    const [ours, theirs] = [await organization(), await organization()]
    await db.transaction({ org_id: theirs, user_id: null }, (tx) => tx.run(addCategory(theirs, 'Theirs')))
    const scope = { org_id: ours, user_id: null }
    expect(await db.transaction(scope, (tx) => tx.all(names))).toEqual([])
    expect(
      await db.transaction(scope, (tx) => tx.run(sql`update categories set name = 'x' where org_id = ${theirs}`)),
    ).toBe(0)
    await expect(db.transaction(scope, (tx) => tx.run(addCategory(theirs, 'Smuggled')))).rejects.toThrow(
      'row-level security',
    )
  })

  it('shows nothing when no organization is set, even on a connection that was just used for one', async () => {
    const org_id = await organization()
    await db.transaction({ org_id, user_id: null }, (tx) => tx.run(addCategory(org_id, 'Ours')))
    for (let round = 0; round < 10; round++) {
      expect(await db.transaction(null, (tx) => tx.all(names))).toEqual([])
    }
  })

  it('never mixes organizations over a few connections with aborted transactions in between', async () => {
    const orgs = [await organization(), await organization(), await organization(), await organization()]
    for (const org_id of orgs)
      await db.transaction({ org_id, user_id: null }, (tx) => tx.run(addCategory(org_id, org_id)))
    const looks = Array.from({ length: 400 }, async (_, round) => {
      const org_id = orgs[round % orgs.length] ?? ''
      if (round % 7 === 0) {
        await expect(db.transaction({ org_id, user_id: null }, (tx) => tx.one(sql`select 1 / 0`))).rejects.toThrow()
      }
      const seen = await db.transaction({ org_id, user_id: null }, (tx) => tx.all(names))
      expect(seen).toEqual([{ name: org_id }])
    })
    await Promise.all(looks)
  })
})

describe('the ledger and the audit trail', () => {
  it("can't be changed by the app role", async () => {
    const scope = { org_id: await organization(), user_id: newId() }
    await db.transaction(scope, (tx) => tx.run(addCategory(scope.org_id, 'Audited')))
    for (const statement of [
      sql`delete from audit_trail`,
      sql`update audit_trail set action = 'DELETE'`,
      sql`truncate audit_trail`,
    ]) {
      await expect(db.transaction(scope, (tx) => tx.run(statement))).rejects.toThrow('permission denied')
    }
  })

  it('has one row per change, with the actor and the old and new values', async () => {
    const scope = { org_id: await organization(), user_id: newId(), locations: 'all' as const }
    await db.transaction(scope, (tx) => tx.run(addCategory(scope.org_id, 'First')))
    await db.transaction(scope, (tx) =>
      tx.run(sql`update categories set name = 'Second' where org_id = ${scope.org_id}`),
    )
    await db.transaction(scope, (tx) =>
      tx.run(sql`update categories set updated_at = now() where org_id = ${scope.org_id}`),
    )
    const rows = await db.transaction(scope, (tx) =>
      tx.all(sql`
        select action, user_id, old_values ->> 'name' as before, new_values ->> 'name' as after
        from audit_trail where table_name = 'categories' order by id`),
    )
    expect(rows).toEqual([
      { action: 'INSERT', user_id: scope.user_id, before: null, after: 'First' },
      { action: 'UPDATE', user_id: scope.user_id, before: 'First', after: 'Second' },
    ])
  })
})

it('closing the pool ends all its connections, so none is left for the server to end', async () => {
  const sockets = () => process.getActiveResourcesInfo().filter((name) => /TCPSocketWrap|PipeWrap/.test(name)).length
  const before = sockets()
  const other = openDatabase(connection, silentLog)
  await Promise.all([1, 2, 3].map(() => other.transaction(null, (tx) => tx.one(sql`select 1 as one`))))
  expect(sockets()).toBeGreaterThan(before)
  await other.close()
  expect(sockets()).toBe(before)
})
