import { dateFormat } from '../../contract/date-format.ts'
import { limits } from '../../contract/limits.ts'
import { asUser } from '../platform/as-user.ts'
import type { Tx } from '../platform/db.ts'
import { newId } from '../platform/ids.ts'
import type { Mail } from '../platform/mail.ts'
import type { Secrets } from '../platform/secrets.ts'
import { sql } from '../platform/sql.ts'
import { hashOfToken } from '../platform/tokens.ts'
import { linkHoursOf, writeToken } from './one-time-tokens.ts'
import type { TokenType } from './mails/mail-kinds.ts'
import { findUser, findUserByEmail, isTaken, lockUser, type User } from './users.ts'
import { invitationLink, invitationSecret } from './mails/invitation-link.ts'
import type { MailDetails } from './mails/mail-details.ts'
import type { MailKind } from './mails/mail-kinds.ts'
import { queueMail } from './mails/queue-mail.ts'
import { renderMail, type MailTemplate, type MailValues } from './mails/render.ts'

const utcTime = dateFormat({ dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** A row of auth.mails that must be sent. */
export type MailRow = Readonly<{
  id: string
  kind: MailKind
  email: string
  user_id: string | null
  details: MailDetails
  requested_at: string
  /** How often it was tried, this time included. */
  attempts: number
}>

export type MailSite = Readonly<{ siteUrl: string; secrets: Secrets }>

/**
 * Creates the email of a row, with its token; undefined if there is nothing to send: the address has no account, or the
 * request is obsolete. Called again for the same row, it creates the same email.
 */
export async function composeMail(tx: Tx, site: MailSite, row: MailRow): Promise<Mail | undefined> {
  switch (row.kind) {
    case 'signup':
      return confirmSignUp(tx, site, row)
    case 'magiclink':
      return withToken(tx, site, row, (await mailedUser(tx, row)) ?? (await newUser(tx, row)))
    case 'recovery':
    case 'invite':
    case 'reauthentication':
      return withToken(tx, site, row, await mailedUser(tx, row))
    case 'email_change_current':
    case 'email_change_new':
      return confirmChange(tx, site, row)
    case 'organization_invitation':
      return inviteToOrganization(tx, site, row)
    case 'notifications':
      return composeNotifications(tx, site, row)
    case 'account_deleted':
    case 'password_changed':
    case 'email_changed':
    case 'identity_linked':
    case 'identity_unlinked':
    case 'factor_added':
    case 'factor_removed':
    case 'factors_reset':
    case 'recovery_codes_made':
    case 'recovery_code_used':
    case 'passkey_added':
    case 'passkey_removed':
      return mailOf(site, row, row.kind, {
        email: row.email,
        new_email: row.details.new_email ?? '',
        credential: row.details.credential ?? '',
        codes_left: String(row.details.codes_left ?? 0),
        provider: row.details.provider ?? '',
        when: `${utcTime(new Date(row.requested_at))} UTC`,
      })
  }
}

/** For a confirmed user: an email that the address has an account, because the page must not reveal it to everyone. */
async function confirmSignUp(tx: Tx, site: MailSite, row: MailRow): Promise<Mail | undefined> {
  const found = await mailedUser(tx, row)
  // A confirmation that is running now voids the tokens it sees: one written at the same time would remain valid.
  const user = found && (await lockUser(tx, found.id))
  if (user && user.email_confirmed_at !== null) {
    return row.details.again ? undefined : mailOf(site, row, 'already_registered', { email: row.email })
  }
  // When sent again: what the only sign-up chose; nothing if there were several (they left no password, see
  // signUpByMail).
  const { again, ...details } = row.details
  const chosen = again && user ? { password_hash: user.password_hash, user_metadata: user.user_metadata } : {}
  return withToken(tx, site, { ...row, details: { ...details, ...chosen } }, user)
}

/**
 * One of the two emails that confirm another address, unless that mailbox has confirmed it, or the change was completed
 * or cancelled.
 */
async function confirmChange(tx: Tx, site: MailSite, row: MailRow): Promise<Mail | undefined> {
  const user = await mailedUser(tx, row)
  if (!user?.new_email) return undefined
  // Requested again by the current address alone: the other mailbox gets its email again too, once.
  const { again, ...details } = { ...row.details, new_email: row.details.new_email ?? user.new_email }
  if (details.new_email !== user.new_email) return undefined
  if (again && row.attempts === 1 && user.email_change_half !== 'new')
    await queueMail(tx, { kind: 'email_change_new', email: user.new_email, user_id: user.id, details })
  if (row.kind === `email_change_${user.email_change_half}`) return undefined
  // Only the owner of the account learns that it exists, and that someone tried to use its address.
  if (row.kind === 'email_change_new' && (await isTaken(tx, user.new_email)))
    return mailOf(site, row, 'already_registered', { email: user.new_email })
  return withToken(tx, site, { ...row, details }, user)
}

/** Nothing if the invitation was accepted, revoked or renewed in the meantime. */
async function inviteToOrganization(tx: Tx, site: MailSite, row: MailRow): Promise<Mail | undefined> {
  const { invitation } = row.details
  if (!invitation) return undefined
  const secret = invitationSecret(site.secrets, invitation)
  const hash = hashOfToken(secret)
  const { org_id, id, round } = invitation
  await tx.run(sql`select app.rekey_invitation(${org_id}, ${id}, ${round}, ${hash})`)
  const open = await tx.maybe(sql`select id from app.open_invitation(${hash})`)
  if (!open) return undefined
  const { organization_name, invited_by, role } = invitation
  return mailOf(site, row, 'organization_invitation', {
    link: invitationLink(site.siteUrl, secret),
    organization: asLine(organization_name),
    inviter: asLine(invited_by),
    role,
    days: String(limits.invitationDays),
  })
}

/** Nothing for a person who has left the organization in the meantime. */
async function composeNotifications(tx: Tx, site: MailSite, row: MailRow): Promise<Mail | undefined> {
  const { notifications } = row.details
  const user = await mailedUser(tx, row)
  if (!notifications || notifications.items.length === 0 || !user) return undefined
  const organization = await asUser(tx, null, user.id, () =>
    tx.maybe(sql<{ name: string }>`
      select name from app.memberships(${user.id}) where org_id = ${notifications.org_id}`),
  )
  if (!organization) return undefined
  const link = `${site.siteUrl}/settings/notifications`
  const { news } = notifications
  const items = notifications.items.map(({ title, body, address }) =>
    // The subject of an email with a single notification names it.
    [...(title === news ? [] : [title]), ...(body === null ? [] : [body]), `${site.siteUrl}${address}`]
      .map(asLine)
      .join('\n'),
  )
  const mail = mailOf(site, row, 'notifications', {
    news: asLine(news),
    intro: `${notifications.items[0]?.title === news ? 'At' : 'New at'} ${asLine(organization.name)}:`,
    items: items.join('\n\n'),
    link,
  })
  return { ...mail, to: user.email, listUnsubscribe: link }
}

const asLine = (text: string) => text.replaceAll(/\s+/g, ' ')

async function mailedUser(tx: Tx, row: MailRow): Promise<User | undefined> {
  const user = row.user_id === null ? await findUserByEmail(tx, row.email) : await findUser(tx, row.user_id)
  return user && !user.is_banned && user.deleted_at === null ? user : undefined
}

/** An unknown address that may sign up with a link: a user without a password, confirmed by the link. */
async function newUser(tx: Tx, { email, details }: MailRow): Promise<User | undefined> {
  if (!details.create_user) return undefined
  await tx.run(sql`
    insert into auth.users (id, email, user_metadata, own_org_id)
    values (${newId()}, ${email}, ${JSON.stringify(details.user_metadata ?? {})}::jsonb, ${newId()})
    on conflict (email) do nothing`)
  return findUserByEmail(tx, email)
}

type TokenRow = MailRow & { kind: TokenType }

async function withToken(tx: Tx, site: MailSite, row: MailRow, user: User | undefined): Promise<Mail | undefined> {
  if (!user) return undefined
  const { id, kind, email, details } = row as TokenRow
  const { token_hash, code } = await writeToken(tx, site.secrets, {
    id,
    user_id: user.id,
    type: kind,
    email,
    new_email: kind === 'email_change_current' || kind === 'email_change_new' ? details.new_email : null,
    code_challenge: details.code_challenge,
    password_hash: details.password_hash,
    user_metadata: details.user_metadata,
  })
  await noteSent(tx, user.id, kind)
  const hours = linkHoursOf(kind)
  return mailOf(site, row, kind, {
    link: confirmLink(site.siteUrl, token_hash, kind, details.redirect_to),
    code,
    email,
    current_email: user.email,
    new_email: details.new_email ?? '',
    hours: String(hours),
    days: String(hours / 24),
  })
}

/** Our own page, whose button confirms: a program that opens every link in an email uses up nothing. */
export function confirmLink(siteUrl: string, token_hash: string, type: TokenType, redirect_to?: string): string {
  const url = new URL(`${siteUrl}/auth/confirm`)
  url.searchParams.set('token_hash', token_hash)
  url.searchParams.set('type', verifyTypeOf(type))
  if (redirect_to !== undefined && redirect_to !== siteUrl) url.searchParams.set('redirect_to', redirect_to)
  return url.href
}

/** GoTrue's clients' name for a token of this type. */
export function verifyTypeOf(type: TokenType): string {
  return type === 'email_change_current' || type === 'email_change_new' ? 'email_change' : type
}

async function noteSent(tx: Tx, user_id: string, kind: TokenType): Promise<void> {
  const column = {
    signup: 'confirmation_sent_at',
    invite: 'confirmation_sent_at',
    recovery: 'recovery_sent_at',
    magiclink: 'recovery_sent_at',
    email_change_current: 'email_change_sent_at',
    email_change_new: 'email_change_sent_at',
    reauthentication: 'reauthentication_sent_at',
  }[kind]
  await tx.run(sql`update auth.users set ${sql.ref(column)} = clock_timestamp() where id = ${user_id}`)
}

function mailOf({ siteUrl }: MailSite, { id, email }: MailRow, template: MailTemplate, values: MailValues): Mail {
  return { id, fromName: 'Onhand', to: email, ...renderMail(template, { site: siteUrl, ...values }) }
}
