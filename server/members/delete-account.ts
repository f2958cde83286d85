import { deleteAccount } from '../../contract/account.ts'
import type { IdentityConfig } from '../identity/config.ts'
import { normalEmail } from '../identity/inputs.ts'
import { queueMail } from '../identity/mails/queue-mail.ts'
import type { Passwords } from '../identity/passwords.ts'
import { accountKey, fillBucket, takeApiToken } from '../identity/rate-limits.ts'
import type { Rate } from '../identity/rates.ts'
import { withinLast } from '../identity/within-last.ts'
import type { Database, Tx } from '../platform/db.ts'
import { implementPrepared, type Actor } from '../platform/endpoint.ts'
import { refuse, refuseFields } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'

/** What the endpoints of an account need besides the database of their request. */
export type AccountServices = Readonly<{
  db: Database
  passwords: Passwords
  passwordRate: Rate
  canMail: boolean
  sessionLife: Pick<IdentityConfig, 'sessionIdleDays' | 'sessionAbsoluteDays'>
}>

type Account = { email: string; password_hash: string | null; is_fresh: boolean }

/**
 * Deletes the caller's account: sessions, factors, memberships and other personal data. Their entries stay, stamped
 * with an id that no longer identifies anyone. Refuses, in this order: invalid_input (another address), last_owner (of
 * an organization with other members, by name), invalid_input (a missing or wrong password, counted like a sign-in),
 * too_many_requests; and reauthentication_needed if there is no password and the session is older than an hour.
 */
export const deleteAccountCommand = (services: AccountServices) =>
  implementPrepared(deleteAccount, {
    check: async (tx, actor, input) => {
      const account = await readAccount(tx, actor)
      if (normalEmail(input.email) !== account.email) refuseFields({ email: 'Enter your account’s email address' })
      await requireOtherOwners(tx, actor)
      return account
    },
    prepare: async (_actor, { password = '' }, account) => requireProof(services, account, password),
    run: async (tx, actor) => {
      const { user_id } = actor
      const { email } = await tx.one(
        sql<{ email: string }>`select email from auth.users where id = ${user_id} for update`,
      )
      const { left } = await tx.one(sql<{ left: boolean }>`select app.leave_organizations(${user_id}) as left`)
      if (!left) refuse('last_owner')
      await tx.run(sql`delete from auth.mails where user_id = ${user_id} or email = ${email}`)
      await tx.run(sql`delete from auth.users where id = ${user_id}`)
      if (services.canMail) await queueMail(tx, { kind: 'account_deleted', email })
      return { deleted: true as const }
    },
  })

function readAccount(tx: Tx, { user_id, session_id }: Actor): Promise<Account> {
  return tx.one(sql<Account>`
    select u.email, u.password_hash, ${withinLast(sql`s.created_at`, 3_600)} as is_fresh
    from auth.users u join auth.sessions s on s.user_id = u.id
    where u.id = ${user_id} and s.id = ${session_id}`)
}

async function requireOtherOwners(tx: Tx, { user_id }: Actor): Promise<void> {
  const organizations = await tx.all(sql<{ org_id: string; name: string }>`
    select org_id, name from app.only_owner_of(${user_id})`)
  const names = organizations.map(({ name }) => name).join(', ')
  if (names !== '') refuse('last_owner', { organizations }, `Transfer ownership of ${names} first.`)
}

/**
 * A stolen session can't avoid the limit on guessing: attempts count like those of a sign-in from an unknown browser.
 */
async function requireProof(services: AccountServices, account: Account, password: string): Promise<void> {
  const { db, passwords, passwordRate } = services
  if (account.password_hash === null) {
    if (!account.is_fresh) refuse('reauthentication_needed')
    return
  }
  if (password === '') refuseFields({ password: 'Enter your password' })
  const attempts = `password:${accountKey(account.email)}`
  await takeApiToken(db, attempts, passwordRate)
  if (!(await passwords.verify(password, account.password_hash))) refuseFields({ password: 'Incorrect password' })
  await fillBucket(db, attempts)
}
