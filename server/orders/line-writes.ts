import { newId } from '../platform/ids.ts'
import type { LineDiff } from './diff-lines.ts'

/** A line as it is written: its id, and its number in the document from 1 on. */
export type WrittenLine<Asked> = Asked & { id: string; line_no: number }

/**
 * What to write for a difference: the removed ids, the changed lines and the new ones, with new ids. A kept line that
 * changes its product becomes another line, because the ledger ties a line to one product forever.
 */
export function writesOf<Stored extends { id: string; product_id: string }, Asked extends { product_id: string }>(
  diff: LineDiff<Stored, Asked>,
  differs: (stored: Stored, row: WrittenLine<Asked>) => boolean,
): { removed: string[]; changed: WrittenLine<Asked>[]; added: WrittenLine<Asked>[] } {
  const writes = {
    removed: diff.removed.map((line) => line.id),
    changed: [] as WrittenLine<Asked>[],
    added: [] as WrittenLine<Asked>[],
  }
  const add = (asked: Asked, index: number) => writes.added.push({ ...asked, id: newId(), line_no: index + 1 })
  for (const { stored, asked, index } of diff.kept) {
    const row = { ...asked, id: stored.id, line_no: index + 1 }
    if (asked.product_id !== stored.product_id) {
      writes.removed.push(stored.id)
      add(asked, index)
    } else if (differs(stored, row)) writes.changed.push(row)
  }
  for (const { asked, index } of diff.added) add(asked, index)
  return writes
}
