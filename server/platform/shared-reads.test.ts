import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { query } from '../../contract/endpoint.ts'
import { testApp, type Client } from '../testing/app.ts'
import { changeLocations, limitedMember } from '../testing/limited-member.ts'
import type { Call } from './call.ts'
import { implementShared } from './endpoint.ts'
import { newId } from './ids.ts'
import { Refusal } from './refusal.ts'
import { createSharedReads, type SharedRead } from './shared-reads.ts'
import { sql } from './sql.ts'

const app = await testApp()

const countLocations = query({
  name: 'count_locations',
  summary: 'A read of this test',
  path: '/count',
  permission: 'catalogue.read',
  input: z.strictObject({}),
  output: z.object({ count: z.number() }),
})

function callOf({ user_id, email, org_id, access_token }: Client): Call {
  const { session_id } = decodeJwt<{ session_id: string }>(access_token)
  return { user_id, email, org_id, session_id, aal: 'aal1', request_id: newId(), input: {} }
}

async function addLocation({ org_id, user_id }: Client): Promise<void> {
  await app.admin.query('insert into locations (org_id, id, user_id, name) values ($1, $2, $3, $4)', [
    org_id,
    newId(),
    user_id,
    newId(),
  ])
}

/** Reads of the number of locations; the first one goes on only when it is released. */
function counting({ prepare, longestMs = 60_000 }: { prepare?: () => void; longestMs?: number } = {}) {
  const reads = createSharedReads(app.db, longestMs)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>()
  const aloneFor: string[] = []
  let runs = 0
  const { endpoint, run } = implementShared(countLocations, async (tx, { org_id }) => {
    runs += 1
    const found = await tx.one(sql<{ count: number }>`select count(*) as count from locations where org_id = ${org_id}`)
    if (runs === 1) {
      begin()
      await released
    } else prepare?.()
    return found
  })
  const alone = async (call: Call) => {
    aloneFor.push(call.user_id)
    return { status: 200, body: null, json: 'alone', role: 'staff' as const, location_ids: null }
  }
  const read: SharedRead = { endpoint, run, input: {}, alone }
  const ask = (who: Client) => reads.run(read, callOf(who))
  return { reads, ask, hasBegun, release, aloneFor }
}

const codeOf = (error: unknown) => (error instanceof Refusal ? error.code : error)

describe('reads that wait together', () => {
  it('are made once, and show what was committed before they were requested', async () => {
    const ada = await app.signUp()
    const { reads, ask, hasBegun, release } = counting()
    const first = ask(ada)
    await hasBegun
    await addLocation(ada)
    const later = [ask(ada), ask(ada), ask(ada)]
    release()
    expect((await first).json).toBe('{"count":1}')
    for (const answer of later) expect((await answer).json).toBe('{"count":2}')
    expect(reads.counts()).toEqual({ requests: 4, reads: 2 })
    await addLocation(ada)
    expect((await ask(ada)).json).toBe('{"count":3}')
  })

  it('are not shared between organizations', async () => {
    const [ada, bob] = [await app.signUp(), await app.signUp()]
    await addLocation(bob)
    const { ask, release } = counting()
    release()
    const answers = await Promise.all([ask(ada), ask(bob), ask(ada), ask(bob)])
    expect(answers.map(({ json }) => json)).toEqual(['{"count":1}', '{"count":2}', '{"count":1}', '{"count":2}'])
  })

  it("return each caller's role, and refuse those who lost access", async () => {
    const ada = await app.signUp()
    const [viewer, ended, removed] = [
      await limitedMember(app, ada, null, 'viewer'),
      await limitedMember(app, ada, null),
      await limitedMember(app, ada, null),
    ]
    const stranger = (await app.signUp()).in(ada.org_id)
    const { reads, ask, hasBegun, release } = counting()
    const first = ask(ada)
    await hasBegun
    const others = Promise.allSettled([ask(ada), ask(viewer), ask(ended), ask(removed), ask(stranger)])
    await app.admin.query(`update auth.sessions set ended_at = now(), end_reason = 'signed_out' where user_id = $1`, [
      ended.user_id,
    ])
    await app.admin.query('delete from members where org_id = $1 and user_id = $2', [ada.org_id, removed.user_id])
    release()
    await first
    const outcomes = (await others).map((outcome) =>
      outcome.status === 'fulfilled' ? [outcome.value.role, outcome.value.json] : codeOf(outcome.reason),
    )
    expect(outcomes).toEqual([
      ['owner', '{"count":1}'],
      ['viewer', '{"count":1}'],
      'session_not_found',
      'not_found',
      'not_found',
    ])
    expect(reads.counts().reads).toBe(2)
  })

  it('leave out members limited to locations, who read separately', async () => {
    const ada = await app.signUp()
    const limited = await limitedMember(app, ada, null)
    await changeLocations(app, limited, [])
    const { ask, hasBegun, release, aloneFor } = counting()
    const first = ask(ada)
    await hasBegun
    const others = [ask(ada), ask(limited)]
    release()
    await first
    expect((await Promise.all(others)).map(({ json }) => json)).toEqual(['{"count":1}', 'alone'])
    expect(aloneFor).toEqual([limited.user_id])
  })

  it('fail together, and the next one runs again', async () => {
    const ada = await app.signUp()
    let fails = true
    const { ask, hasBegun, release } = counting({
      prepare: () => {
        if (fails) throw new Refusal('invalid_input')
      },
    })
    const first = ask(ada)
    await hasBegun
    const others = Promise.allSettled([ask(ada), ask(ada)])
    release()
    await first
    for (const outcome of await others) expect(outcome).toMatchObject({ status: 'rejected' })
    fails = false
    expect((await ask(ada)).json).toBe('{"count":1}')
  })

  it('don’t wait for a slow one', async () => {
    const ada = await app.signUp()
    const { ask, hasBegun, release, aloneFor } = counting({ longestMs: -1 })
    const first = ask(ada)
    await hasBegun
    expect((await ask(ada)).json).toBe('alone')
    expect(aloneFor).toEqual([ada.user_id])
    release()
    await first
  })
})
