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
