import { limits } from '../../contract/limits.ts'
import type { Database, Tx } from '../platform/db.ts'
import type { Log } from '../platform/log.ts'
import { createSweeper, type Sweeper } from '../platform/sweeper.ts'
import type { Delivery, Mail, Mailer } from '../platform/mail.ts'
import { sql } from '../platform/sql.ts'
import { composeMail, type MailRow, type MailSite } from './compose-mail.ts'
import type { MailKind } from './mails/mail-kinds.ts'

/** Sends what requests left in auth.mails. */
export type MailQueue = Sweeper

const sweepMs = 1_000

/**
 * Sends emails immediately when poked, and by a check every second those that a crash or a silent mail server left. A
 * row is claimed for longer than the mail server may take, committed, handed over, and marked: if a process ends in
 * between, the email is sent again, under the same Message-ID and with the same link. Several servers share the work.
 * An email that can't be composed waits, and doesn't keep the others from being sent.
 */
export function createMailQueue(db: Database, mailer: Mailer, site: MailSite, log: Log): MailQueue {
  /** The emails to one address, oldest first: the last to arrive is the one that was requested last. */
  async function sendInOrder(mails: readonly Claimed[]): Promise<void> {
    for (const mail of mails) await sendOne(mail)
  }

  async function sendOne({ row, mail }: Claimed): Promise<void> {
    if (!mail) return
    const delivery = await mailer.deliver(mail)
    const outcome = await db.transaction(null, (tx) => record(tx, row, delivery))
    const about = { mail: row.id, kind: row.kind, attempts: row.attempts }
    if (outcome === 'gave_up')
      log.error({ event: 'mail_given_up', ...about }, 'an email could not be delivered; giving up')
    else if (outcome === 'sent') log.info({ event: 'mail_sent', ...about }, 'email sent')
  }

  /** The next emails; if one of them can't be composed, the next one alone. */
  async function claimNext(): Promise<Claimed[]> {
    try {
      return await db.transaction(null, (tx) => claim(tx, site))
    } catch {
      // Whatever failed, it fails again here, alone.
      return claimOne()
    }
  }

  async function claimOne(): Promise<Claimed[]> {
    let found: MailRow | undefined
    try {
      return await db.transaction(null, (tx) => claim(tx, site, 1, (row) => (found = row)))
    } catch (error) {
      if (!found) throw error
      const { id, kind } = found
      const outcome = await db.transaction(null, (tx) => postpone(tx, id))
      const event = outcome === 'gave_up' ? { event: 'mail_given_up' } : {}
      log.error({ err: error, ...event, mail: id, kind }, 'an email could not be composed')
      return [{ row: found, mail: undefined }]
    }
  }

  return createSweeper({
    sweepMs,
    gatherMs: 0,
    failed: (error) => log.warn({ err: error }, 'emails could not be sent; trying again in a second'),
    async work(isClosed) {
      while (!isClosed()) {
        const claimed = await claimNext()
        if (claimed.length === 0) return
        await Promise.all([...Map.groupBy(claimed, ({ row }) => row.email).values()].map(sendInOrder))
      }
    },
  })
}

type Claimed = { row: MailRow; mail: Mail | undefined }

/** A mail server that is slow with one email delays only these few. */
const atOnce = 4
/** All of them may go to one address, one after the other; and time for a busy machine. */
const claimSeconds = atOnce * (limits.mailSeconds + limits.mailWaitSeconds) + 40

/**
 * The next emails that are due, with their tokens; a row with nothing to send is finished by the claim. Notifications
 * and summaries are sent after emails that someone is waiting for. `found` is called before an email is composed.
 */
async function claim(
  tx: Tx,
  site: MailSite,
  most: number = atOnce,
  found: (row: MailRow) => void = () => {},
): Promise<Claimed[]> {
  const rows = await tx.all(sql<MailRow>`
    with claimed as (
      update auth.mails set attempts = attempts + 1, due_at = clock_timestamp() + make_interval(secs => ${claimSeconds})
      where id in (
        select id from auth.mails where app.is_due(due_at) order by kind = 'notifications', due_at limit ${most} for update skip locked)
      returning id, kind, email, user_id, details, requested_at, attempts)
    select * from claimed order by requested_at`)
  const claimed: Claimed[] = []
  for (const row of rows) {
    found(row)
    const mail = (await isSuperseded(tx, row)) ? undefined : await composeMail(tx, site, row)
    if (!mail) await finish(tx, row.id, 'nothing_to_send')
    claimed.push({ row, mail })
  }
  return claimed
}

/** A newer link of the same kind was queued or sent, and this one would void it. */
async function isSuperseded(tx: Tx, row: MailRow): Promise<boolean> {
  if (!supersedable.has(row.kind)) return false
  const { newer } = await tx.one(sql<{ newer: boolean }>`
    select exists (
      select from auth.mails newer, auth.mails this
      where this.id = ${row.id} and newer.email = this.email and newer.kind = this.kind and newer.requested_at > this.requested_at) as newer`)
  return newer
}

/** Not sign-ups, each of which confirms its own password, and not notices. */
const supersedable = new Set<MailKind>([
  'recovery',
  'magiclink',
  'invite',
  'email_change_current',
  'email_change_new',
  'reauthentication',
])

async function record(tx: Tx, row: MailRow, delivery: Delivery): Promise<'sent' | 'gave_up' | 'waits'> {
  if (delivery === 'sent') await finish(tx, row.id, 'sent')
  else if (delivery === 'rejected' || (await isTooOld(tx, row.id))) await finish(tx, row.id, 'gave_up')
  else {
    await tx.run(sql`
      update auth.mails set due_at = clock_timestamp() + make_interval(secs => ${waitSeconds(row.attempts)}) where id = ${row.id}`)
    return 'waits'
  }
  return delivery === 'sent' ? 'sent' : 'gave_up'
}

/** Of an email that can't be composed: a record that another transaction has locked, or a fault of ours. */
const composedAgainSeconds = 60

async function postpone(tx: Tx, id: string): Promise<'gave_up' | 'waits'> {
  if (await isTooOld(tx, id)) {
    await finish(tx, id, 'gave_up')
    return 'gave_up'
  }
  await tx.run(sql`
    update auth.mails set due_at = clock_timestamp() + make_interval(secs => ${composedAgainSeconds}) where id = ${id}`)
  return 'waits'
}

/** A link requested a day ago is useless, and a day-old notice reports something long known or done. */
const triedForHours = 24

async function isTooOld(tx: Tx, id: string): Promise<boolean> {
  const { old } = await tx.one(sql<{ old: boolean }>`
    select requested_at < clock_timestamp() - make_interval(hours => ${triedForHours}) as old from auth.mails where id = ${id}`)
  return old
}

/** 2, 4, 8 … seconds, at most ten minutes. */
function waitSeconds(attempts: number): number {
  return Math.min(600, 2 ** Math.min(attempts, 10))
}

/**
 * The record that stays: recipient, kind and time, and which invitation it was; it belongs to the account that has the
 * address now. The data for sending is deleted.
 */
async function finish(tx: Tx, id: string, outcome: 'sent' | 'nothing_to_send' | 'gave_up'): Promise<void> {
  // Addresses without an account aren't ours to keep.
  if (outcome === 'nothing_to_send') await tx.run(sql`delete from auth.mails where id = ${id}`)
  else
    await tx.run(sql`
      update auth.mails m set due_at = null, done_at = clock_timestamp(), outcome = ${outcome},
        details = case when m.kind = 'organization_invitation' then jsonb_build_object('invitation',
          (details -> 'invitation') - '{role,organization_name,invited_by}'::text[]) else '{}' end,
        user_id = coalesce(m.user_id, (select u.id from auth.users u where u.email = m.email))
      where m.id = ${id}`)
}
