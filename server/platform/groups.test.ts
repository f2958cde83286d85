import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { command } from '../../contract/endpoint.ts'
import { limits } from '../../contract/limits.ts'
import { testApp, type Client } from '../testing/app.ts'
import { times } from '../testing/together.ts'
import type { RoleAnswer } from './call.ts'
import type { Grouped } from './endpoint.ts'
import { createGroups } from './groups.ts'
import { newId } from './ids.ts'
import { silentLog } from './log.ts'
import { Refusal } from './refusal.ts'
import { sql } from './sql.ts'

const app = await testApp()

const wait = command({
  name: 'wait',
  summary: 'A write of this test',
  method: 'POST',
  path: '/waits',
  permission: 'stock.write',
  input: z.strictObject({}),
  output: z.object({}),
  changes: [],
})

/** How long a group takes, however many commands are in it. */
let seconds = 0.04
/** How many commands were in each group, in the order in which they ran. */
let sizes: number[] = []
/** How many commands ran without a group. */
let singles = 0

const waits: Grouped<null> = {
  name: 'waits',
  idsOf: () => [],
  locksOf: () => ['the same'],
  async run(tx, _org_id, members) {
    sizes.push(members.length)
    await tx.run(sql`select pg_sleep(${seconds})`)
    return members.map(() => ({}))
  },
}

function sender(who: Client, kind: Grouped<null> = waits) {
  const groups = createGroups(app.db, () => {}, silentLog)
  const { session_id } = decodeJwt<{ session_id: string }>(who.access_token)
  const { user_id, email, org_id } = who
  const call = { user_id, email, org_id, session_id, aal: 'aal1' as const, request_id: newId(), input: {} }
  // The last command of a queue may be left over.
  const alone = async (): Promise<RoleAnswer> => {
    singles += 1
    return { status: 200, body: {}, role: 'owner', location_ids: null }
  }
  const send = async () => groups.run({ endpoint: wait, call, key: undefined, grouped: kind, work: null, alone })
  return { groups, send }
}

test('more work than can be done in time is refused immediately, also after a pause, and the next group always has room', async () => {
  const { groups, send } = sender(await app.signUp())
  await Promise.all(times(2 * limits.groupMembers, send))
  // Nothing waits any more; the cost of a command is still known.
  const before = groups.counts()
  const outcomes = await Promise.allSettled(times(4_000, send))
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
  expect(refused.length).toBeGreaterThan(1_000)
  for (const reason of refused) expect(reason).toMatchObject({ code: 'busy' })
  expect(refused[0]).toBeInstanceOf(Refusal)
  const { commands, members, late } = groups.counts()
  expect(commands - before.commands).toBe(4_000 - refused.length + late - before.late)
  expect(members - before.members).toBeGreaterThanOrEqual(limits.groupMembers)
  expect(groups.counts().fallbacks).toBe(0)
})

test('commands that waited too long because groups became slower are refused, but never those of the next group', async () => {
  const { groups, send } = sender(await app.signUp())
  // Nothing is known yet of how long a command takes, so none is refused immediately, however busy the machine is.
  const before = groups.counts()
  singles = 0
  seconds = 0.4
  try {
    const outcomes = await Promise.allSettled(times(3.5 * limits.groupMembers, send))
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
    for (const reason of refused) expect(reason).toMatchObject({ code: 'busy' })
    const { members, late } = groups.counts()
    // Two groups begin immediately. All others are late after the first of them, and those of the next one run.
    expect(late - before.late).toBeGreaterThan(0)
    expect(members - before.members).toBeGreaterThanOrEqual(3 * limits.groupMembers)
    expect(members - before.members + singles).toBe(outcomes.length - refused.length)
    expect(groups.counts().fallbacks).toBe(0)
  } finally {
    seconds = 0.04
  }
})

test('a kind whose commands take longer may wait longer', async () => {
  const { groups, send } = sender(await app.signUp(), { ...waits, waitMs: 5_000 })
  await Promise.all(times(2 * limits.groupMembers, send))
  seconds = 0.4
  try {
    await Promise.all(times(3.5 * limits.groupMembers, send))
    expect(groups.counts().late).toBe(0)
  } finally {
    seconds = 0.04
  }
})

test('two groups share the commands in progress evenly, unless they are too few for two or fill one', async () => {
  const { send } = sender(await app.signUp())
  const enough = 2 * limits.groupMembersBeside
  sizes = []
  await Promise.all(times(enough - 1, send))
  expect(sizes).toEqual([enough - 1])

  sizes = []
  await Promise.all(times(enough, send))
  expect(sizes).toEqual([enough / 2, enough / 2])

  sizes = []
  await Promise.all(times(limits.groupMembers, send))
  expect(sizes).toEqual([limits.groupMembers])

  sizes = []
  seconds = 0.4
  try {
    const first = times(enough - 4, send)
    await expect.poll(() => sizes.length, { interval: 5 }).toBe(1)
    await Promise.all([...first, ...times(enough + 4, send)])
    expect(sizes).toEqual([enough - 4, enough, 4])
  } finally {
    seconds = 0.04
  }
})

test('a kind may begin a second group immediately; groups that name the same lock later run one after the other', async () => {
  let [begun, inside, most] = [0, 0, 0]
  const { send, groups } = sender(await app.signUp(), {
    ...waits,
    locksOf: () => [],
    besideFrom: 1,
    async run(tx, _org_id, members, withLocks) {
      begun += 1
      await expect.poll(() => begun, { interval: 5 }).toBe(2)
      return withLocks(['late'], async () => {
        inside += 1
        most = Math.max(most, inside)
        await tx.run(sql`select pg_sleep(0.02)`)
        inside -= 1
        return members.map(() => ({}))
      })
    },
  })
  await Promise.all(times(4, send))
  expect(most).toBe(1)
  expect(groups.counts()).toMatchObject({ groups: 2, members: 4, fallbacks: 0 })
})
