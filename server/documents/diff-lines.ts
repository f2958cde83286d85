/** What a save does to the lines of a document, line by line. */
export type LineDiff<Stored, Asked> = {
  removed: Stored[]
  kept: { stored: Stored; asked: Asked; index: number }[]
  added: { asked: Asked; index: number }[]
  /** Positions of lines that name an id which is no line of this document, or one that was named before. */
  unknown: number[]
}

/**
 * Compares the lines a caller sends with those that are stored, by id: a line without an id is new, a stored line that nobody names is
 * removed. Lines are never deleted and inserted again: what was received or shipped hangs on their ids.
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
