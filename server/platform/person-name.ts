import { sql, type Statement } from './sql.ts'

/**
 * SQL: the present name of the member or API key who made the row `alias`; if neither exists anymore, what the row's
 * `user_reference` says (unless the account was deleted and the row isn't rewritten yet). `user_id` is the column with
 * the id.
 */
export function personName(alias: string, user_id = 'user_id'): Statement<unknown> {
  const row = sql.ref(alias)
  return nameOf(sql`${row}.org_id`, sql.ref(`${alias}.${user_id}`), sql`${row}.user_reference`)
}

/** SQL: the present name of a member or API key, else `storedName`. Both columns need the name of their table. */
export function nameOf(org_id: unknown, user_id: Statement, stored: Statement): Statement<unknown> {
  return sql`coalesce(
    (select who.username from profiles who where who.org_id = ${org_id} and who.user_id = ${user_id}),
    (select who.name from api_keys who where who.org_id = ${org_id} and who.id = ${user_id}),
    ${storedName(org_id, user_id, stored)})`
}

/** SQL: the text `stored` in a row, which names a person; "Deleted account" while its rewriting is waiting. */
export function storedName(org_id: unknown, user_id: Statement, stored: Statement): Statement<unknown> {
  return sql`coalesce(
    (select 'Deleted account' from person_erasures gone where gone.org_id = ${org_id} and gone.user_id = ${user_id}),
    ${stored})`
}

/**
 * SQL: the present name of the member who undid what the row `alias` says, or its `undone_by` if that fits no member or
 * several: who undid something is stored only as the part of their email before @.
 */
export function undoerName(alias: string): Statement<unknown> {
  const row = sql.ref(alias)
  return sql`coalesce(
    (select min(who.username) from profiles who
      where who.org_id = ${row}.org_id and split_part(who.email, '@', 1) = ${row}.undone_by having count(*) = 1),
    (select min('Deleted account') from person_erasures gone
      where gone.org_id = ${row}.org_id and ${row}.undone_by = any (gone.stamps)),
    ${row}.undone_by)`
}
