import type { ImportRecord } from '../../../contract/imports.ts'
import { byCount } from '../../../contract/counted-nouns.ts'
import { notify, type Cause } from '../../notifications/notify.ts'
import type { Tx } from '../../platform/db.ts'
import type { Actor } from '../../platform/endpoint.ts'
import { shortened } from '../../platform/excerpt.ts'
import { newId } from '../../platform/ids.ts'
import type { Refusal } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'

/** From here on the transaction counts which products become low, instead of queueing a notification for each. */
export function countNewlyLowProducts(tx: Tx): Promise<void> {
  return tx.set('app.quiet', '0')
}

/** Queues the one notification of an import: what it did, and how many products became low or out of stock. */
export async function notifyImportFinished(
  tx: Tx,
  actor: Actor,
  { id, file_name, counts }: ImportRecord,
): Promise<void> {
  const { created, restored, updated, stock_set } = counts.products
  await queueNotification(tx, actor, id, `Import finished${nameOf(file_name)}`, [
    counted(created + restored, { one: '{count} product created', other: '{count} products created' }),
    counted(updated, { one: '{count} product changed', other: '{count} products changed' }),
    counted(stock_set, { one: '{count} quantity set', other: '{count} quantities set' }),
    counted(counts.transactions.posted, { one: '{count} transaction posted', other: '{count} transactions posted' }),
  ])
}

/** The same for an import that was undone, as far as possible. */
export async function notifyImportUndone(tx: Tx, actor: Actor, { id, file_name, status }: ImportRecord): Promise<void> {
  const parts = status === 'partly_undone' ? ['Some changes couldn’t be undone. Open the import to see them'] : []
  await queueNotification(tx, actor, id, `Import undone${nameOf(file_name)}`, parts)
}

type Person = Cause & Readonly<{ user_id: string }>

/** Queues the notification of a confirmed file that wasn't imported, for the person who confirmed it. */
export function notifyImportFailed(
  tx: Tx,
  person: Person,
  { id, file_name }: Readonly<{ id: string; file_name: string }>,
  { status, code, message }: Refusal,
): Promise<void> {
  const reason = /[.!?]$/.test(message) ? message : `${message}.`
  return notify(tx, person, {
    kind: 'import_failed',
    title: `Import failed${nameOf(file_name)}`,
    body: reason.includes(nothingWritten) ? reason : `${reason} ${nothingWritten}`,
    subject: { kind: 'import', id },
    to: [person.user_id],
    // Browsers repeat a request after a server's fault by themselves, and the reason is the same again.
    cause: status >= 500 ? `import ${id} ${code}` : newId(),
  })
}

const nothingWritten = 'Nothing was imported.'

async function queueNotification(
  tx: Tx,
  actor: Actor,
  id: string,
  title: string,
  parts: readonly (string | null)[],
): Promise<void> {
  const { low } = await tx.one(sql<{ low: number }>`select current_setting('app.quiet')::integer as low`)
  const became = counted(low, {
    one: '{count} product became low or out of stock',
    other: '{count} products became low or out of stock',
  })
  const what = [parts.filter((part) => part !== null).join(', '), became].filter((part) => part)
  const body = what.length === 0 ? null : `${what.join('. ')}.`
  await notify(tx, actor, { kind: 'import_finished', title, body, subject: { kind: 'import', id } })
}

function nameOf(file_name: string | null): string {
  return file_name === null ? '' : `: ${shortened(file_name, 100)}`
}

function counted(count: number, sentences: Parameters<typeof byCount>[1]): string | null {
  return count === 0 ? null : byCount(count, sentences)
}
