import { newId } from '../platform/ids.ts'

/** What a save does to a document's lines. */
export type LineDiff<Stored, Asked> = {
  removed: Stored[]
  kept: { stored: Stored; asked: Asked; index: number }[]
  added: { asked: Asked; index: number }[]
  /** Positions of lines whose id isn't a line of this document, or was used before. */
  unknown: number[]
}

/**
 * Compares the submitted lines with the stored ones, by id: a line without an id is new, a stored line that isn't
 * submitted is removed. Lines are never deleted and reinserted: receipts and shipments refer to their ids.
 */
export function diffLines<Stored extends { id: string }, Asked extends { id?: string | undefined }>(
  stored: readonly Stored[],
  asked: readonly Asked[],
): LineDiff<Stored, Asked> {
  const left = new Map(stored.map((line) => [line.id, line]))
  const diff: LineDiff<Stored, Asked> = { removed: [], kept: [], added: [], unknown: [] }
  for (const [index, line] of asked.entries()) {
    if (line.id === undefined) {
      diff.added.push({ asked: line, index })
      continue
    }
    const known = left.get(line.id)
    left.delete(line.id)
    if (known) diff.kept.push({ stored: known, asked: line, index })
    else diff.unknown.push(index)
  }
  diff.removed = [...left.values()]
  return diff
}

/** What the first save of a document does to its lines. */
export function allNew<Asked>(asked: readonly Asked[]): LineDiff<never, Asked> {
  return { removed: [], kept: [], added: asked.map((line, index) => ({ asked: line, index })), unknown: [] }
}

/** A line as it is written: its id, and its number in the document from 1 on. */
export type WrittenLine<Asked> = Asked & { id: string; line_no: number }

/**
 * What to write for a difference: the removed ids, the changed lines and the new ones, with new ids. A kept line that
 * changes its product becomes another line: the ledger knows a line with one product forever.
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
