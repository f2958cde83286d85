import { sql } from '../../platform/sql.ts'
import type { IdentityDeps } from '../deps.ts'
import { refuseIdentity } from '../refusals.ts'
import { listUsers as readPage, userAnswer } from '../users.ts'

const perPageDefault = 50
const perPageMax = 1_000

/** A page of users, newest first, the total count, and the `Link` header to the next and last pages. */
export async function listUsers({ db }: IdentityDeps, wanted: { page: string; per_page: string }) {
  const page = positive(wanted.page, 1)
  const perPage = Math.min(positive(wanted.per_page, perPageDefault), perPageMax)
  return db.transaction(
    null,
    async (tx) => {
      const [{ total }, users] = await Promise.all([
        tx.one(sql<{ total: number }>`select count(*) as total from auth.users`),
        readPage(tx, perPage, (page - 1) * perPage),
      ])
      return {
        total,
        link: linkHeader(page, perPage, total),
        body: { users: users.map(userAnswer), aud: 'authenticated' },
      }
    },
    { readOnly: true },
  )
}

function positive(text: string, fallback: number): number {
  if (text === '') return fallback
  // Page numbers beyond a billion would exceed PostgreSQL's integers.
  if (!/^[1-9]\d{0,8}$/.test(text))
    refuseIdentity('validation_failed', 'Bad Pagination Parameters: page and per_page must be positive')
  return Number(text)
}

/** `page` comes first: GoTrue's clients read what follows the first equals sign. */
function linkHeader(page: number, perPage: number, total: number): string {
  const last = Math.max(1, Math.ceil(total / perPage))
  const link = (to: number, rel: string) => `</admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`
  return [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', ')
}
