import type { z } from 'zod'
import type { Currency } from '../../contract/currencies.ts'
import { savesCompany, saveSettings } from '../../contract/settings.ts'
import type { Tx } from '../platform/db.ts'
import { implement, may, type Actor } from '../platform/endpoint.ts'
import { refuse, refuseFields } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { requireVersion } from '../platform/versioned.ts'
import { currentSettings } from './queries.ts'

type Input = z.output<typeof saveSettings.input>

/**
 * Saves the given fields, all or none. Refuses, in this order: forbidden (company information without settings.write),
 * conflict, a time zone that this database doesn't know, another currency once there are orders. A missing row is
 * created first, with the defaults that its reader saw.
 */
export const saveSettingsCommand = implement(saveSettings, async (tx, actor, input) => {
  if (savesCompany(input)) await saveCompany(tx, actor, input)
  if (actor.key_permissions === undefined) await saveFlags(tx, actor, input)
  // The flags are a person's own.
  else if (savesFlags(input)) refuse('forbidden', undefined, 'API keys don’t have notification settings.')
  return currentSettings(tx, actor)
})

async function saveCompany(tx: Tx, actor: Actor, input: Input): Promise<void> {
  if (!may(actor, 'settings.write')) refuse('forbidden')
  await tx.run(sql`insert into organization_settings (org_id) values (${actor.org_id}) on conflict do nothing`)
  await tx.run(sql`select from organization_settings where org_id = ${actor.org_id} for no key update`)
  requireVersion(await currentSettings(tx, actor), input.version ?? 0)
  await tx.run(sql`
    update organization_settings
    set company_name = coalesce(${input.company_name}, company_name), company_email = coalesce(${input.company_email}, company_email),
      company_phone = coalesce(${input.company_phone}, company_phone),
      company_address = coalesce(${input.company_address}, company_address),
      company_tax_id = coalesce(${input.company_tax_id}, company_tax_id),
      company_website = coalesce(${input.company_website}, company_website),
      payment_terms_days = ${input.payment_terms_days === undefined ? sql`payment_terms_days` : sql`${input.payment_terms_days}`},
      paper_size = coalesce(${input.paper_size}, paper_size),
      version = version + 1, updated_at = app.now()
    where org_id = ${actor.org_id}`)
  if (input.time_zone !== undefined) await saveTimeZone(tx, actor, input.time_zone)
  if (input.currency !== undefined) await saveCurrency(tx, actor, input.currency)
}

/** The database computes days, so it must know the zone too: its list may be older or newer than the browser's. */
async function saveTimeZone(tx: Tx, actor: Actor, time_zone: string): Promise<void> {
  const saved = await tx.run(sql`
    update organizations set time_zone = ${time_zone}
    where org_id = ${actor.org_id} and app.is_time_zone(${time_zone})`)
  if (saved === 0) refuseFields({ time_zone: 'Unknown time zone. Choose another one.' })
}

/** The organization's row is locked first, so no order with the present currency is being created meanwhile. */
async function saveCurrency(tx: Tx, actor: Actor, currency: Currency): Promise<void> {
  const [other] = await tx.all(sql`
    select from organizations where org_id = ${actor.org_id} and currency <> ${currency} for update`)
  if (!other) return
  const { can_change_currency } = await currentSettings(tx, actor)
  if (!can_change_currency) refuseFields({ currency: 'The currency can’t be changed once there are orders' })
  await tx.run(sql`update organizations set currency = ${currency} where org_id = ${actor.org_id}`)
}

function savesFlags({ low_stock_alerts, transaction_notifications, email_notifications }: Input): boolean {
  return [low_stock_alerts, transaction_notifications, email_notifications].some((flag) => flag !== undefined)
}

async function saveFlags(tx: Tx, actor: Actor, input: Input): Promise<void> {
  await tx.run(sql`
    insert into member_settings (org_id, user_id) values (${actor.org_id}, ${actor.user_id}) on conflict do nothing`)
  const set = sql`coalesce(${input.low_stock_alerts}, low_stock_alerts),
    coalesce(${input.transaction_notifications}, transaction_notifications),
    coalesce(${input.email_notifications}, email_notifications)`
  await tx.run(sql`
    update member_settings
    set (low_stock_alerts, transaction_notifications, email_notifications) = row(${set}),
      version = version + 1, updated_at = app.now()
    where org_id = ${actor.org_id} and user_id = ${actor.user_id}
      and (low_stock_alerts, transaction_notifications, email_notifications) is distinct from (${set})`)
}
