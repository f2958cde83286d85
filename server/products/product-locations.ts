import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { refuseFields } from '../platform/refusal.ts'
import { sql, type Statement } from '../platform/sql.ts'
import type { ProductFields } from './product-fields.ts'

type Location = { id: string; name: string; is_active: boolean }

/**
 * The location that a product's `location` text names, ignoring case, created if there is none. Two products that name
 * the same new location at once share one. Null if the text is empty, which means the organization's default. Members
 * limited to locations create none: `not_found` beside the field, the same whether the name is new or another's.
 */
export async function namedLocation(tx: Tx, actor: Actor, name: string | null): Promise<Location | null> {
  if (name === null) return null
  const existing = locationByName(actor, name)
  const found = await tx.maybe(existing)
  if (found) return found
  if (actor.location_ids) refuseFields({ location: 'Choose one of your locations' }, 'not_found')
  await tx.run(sql`
    insert into locations (org_id, id, user_id, name) values (${actor.org_id}, ${newId()}, ${actor.user_id}, ${name})
    on conflict (org_id, md5(lower(name))) where hidden_at is null do nothing`)
  return tx.one(existing)
}

function locationByName(actor: Actor, name: string): Statement<Location> {
  return sql<Location>`
    select id, name, is_active from locations
    where org_id = ${actor.org_id} and md5(lower(name)) = md5(lower(${name})) and hidden_at is null`
}

export type HomeLocation = {
  /** What the product's `location` text names; null if it is empty or names no location that the actor can see. */
  named: Location | null
  /** The text to save. */
  location: string | null
  isChanged: boolean
}

/**
 * The location of a product that is saved again. An unchanged text is kept and creates nothing, although its location
 * may be gone, or hidden from a limited member.
 */
export async function homeLocation(
  tx: Tx,
  actor: Actor,
  { name, before }: { name: string | null; before: string | null },
): Promise<HomeLocation> {
  const isChanged = name?.toLowerCase() !== before?.toLowerCase()
  if (isChanged) {
    const named = await namedLocation(tx, actor, name)
    return { named, location: named?.name ?? null, isChanged }
  }
  const named = name === null ? null : ((await tx.maybe(locationByName(actor, name))) ?? null)
  return { named, location: named?.name ?? before, isChanged }
}

/**
 * Ensures that the additional locations of a form exist, are active, are named once and aren't the main one. Each
 * refusal appears beside its row: not_found, location_not_active, invalid_input.
 */
export async function requireAdditionalLocations(
  tx: Tx,
  actor: Actor,
  input: ProductFields,
  mainLocationId: string | null,
): Promise<void> {
  const ids = input.additional_locations.map((row) => row.location_id)
  if (ids.length === 0) return
  const known = await tx.all(sql<Location>`
    select id, name, is_active from locations
    where org_id = ${actor.org_id} and id = any (${ids}::uuid[]) and hidden_at is null`)
  for (const [row, id] of ids.entries()) {
    const field = `additional_locations.${row}.location_id`
    const location = known.find((one) => one.id === id)
    if (!location) refuseFields({ [field]: 'This location no longer exists' }, 'not_found')
    if (!location.is_active) refuseFields({ [field]: 'This location isn’t active' }, 'location_not_active')
    if (id === mainLocationId) refuseFields({ [field]: 'This is already the product’s main location' })
    if (ids.indexOf(id) !== row) refuseFields({ [field]: 'This location is already in the list' })
  }
}

/**
 * Where units of a product go by default: the named location, else the organization's default. If that isn't one of a
 * limited member's, their oldest active one (as kernel.product_location).
 */
export async function mainLocation(tx: Tx, actor: Actor, named: Location | null): Promise<string | null> {
  if (named) return named.id
  const found = await tx.maybe(sql<{ id: string }>`
    select id from locations
    where org_id = ${actor.org_id} and is_active and hidden_at is null
      and (is_default or ${actor.location_ids !== null})
    order by is_default desc, created_at, id limit 1`)
  return found?.id ?? null
}
