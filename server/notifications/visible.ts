import type { Tx } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'
import type { Announcement } from './announcement.ts'
import type { NotifiedMember } from './members.ts'

/**
 * Returns a function that decides whether a member can see a notification's subject: full members can; for members
 * limited to locations the database is queried under their limit, once per set of locations, so that no rule is
 * implemented twice.
 */
export async function visibleTo(
  tx: Tx,
  org_id: string,
  members: readonly NotifiedMember[],
  announcements: readonly Announcement[],
): Promise<(member: NotifiedMember, announcement: Announcement) => boolean> {
  const sets = new Map<string, readonly string[]>()
  for (const { location_ids } of members) if (location_ids) sets.set(keyOf(location_ids), location_ids)
  const seen = new Map<string, ReadonlySet<Announcement>>()
  for (const [key, location_ids] of sets) seen.set(key, await seenWith(tx, org_id, location_ids, announcements))
  return ({ location_ids }, announcement) =>
    location_ids === null || (seen.get(keyOf(location_ids))?.has(announcement) ?? false)
}

const keyOf = (location_ids: readonly string[]) => location_ids.toSorted().join(' ')

async function seenWith(
  tx: Tx,
  org_id: string,
  location_ids: readonly string[],
  announcements: readonly Announcement[],
): Promise<ReadonlySet<Announcement>> {
  const things = announcements.map(seenThrough)
  await tx.useLocations(location_ids)
  const rows = await tx.all(sql<{ position: number }>`
    select t.position::integer as position
    from jsonb_array_elements(${JSON.stringify(things)}::jsonb) with ordinality as t (thing, position)
    cross join lateral (select t.thing ->> 'kind' as kind, (t.thing ->> 'id')::uuid as id) s
    where ${isVisible(org_id)}`)
  await tx.useLocations(null)
  return new Set(rows.flatMap(({ position }) => announcements[position - 1] ?? []))
}

/** What a limited member must see to read an announcement. */
export function seenThrough({
  kind: of,
  seen_through: { kind, id },
}: Pick<Announcement, 'kind' | 'seen_through'>): Readonly<{ kind: string; id: string | null }> {
  // A comment is visible with its record, also with a product that has no stock at the member's locations.
  return of === 'comment' || of === 'mention'
    ? { kind: `record:${kind === 'posting' ? 'transaction' : kind}`, id }
    : { kind, id }
}

/** Whether the transaction's limit shows the record that `s` names by `kind` and `id`. */
export const isVisible = (org_id: string) => sql<boolean>`
    case when s.kind like 'record:%' then app.sees_record(${org_id}, substr(s.kind, 8), s.id) else case s.kind
      when 'product' then exists (select from stock_levels l where l.org_id = ${org_id} and l.product_id = s.id)
      when 'location' then exists (select from locations l where l.org_id = ${org_id} and l.id = s.id)
      when 'posting' then exists (select from stock_postings p where p.org_id = ${org_id} and p.id = s.id)
      when 'sales_order' then exists (select from sales_orders o where o.org_id = ${org_id} and o.id = s.id)
      when 'purchase_order' then exists (select from purchase_orders o where o.org_id = ${org_id} and o.id = s.id)
      when 'receipt' then exists (select from receipts r where r.org_id = ${org_id} and r.id = s.id)
      when 'shipment' then exists (select from shipments h where h.org_id = ${org_id} and h.id = s.id)
      when 'return' then exists (select from sales_returns r where r.org_id = ${org_id} and r.id = s.id)
      when 'transfer' then exists (select from location_transfers x where x.org_id = ${org_id} and x.id = s.id)
      else false end end`
