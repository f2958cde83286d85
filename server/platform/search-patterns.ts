import { isAscii } from './ascii.ts'
import type { Tx } from './db.ts'
import { sql } from './sql.ts'

/**
 * Parses a search text as `app.search_patterns` does, which is queried only for what isn't ASCII. Returns a LIKE
 * pattern for each word, for a folded column (`app.fold`): the longest word first, at most eight; none if the text has
 * no word.
 */
export async function searchPatterns(tx: Tx, text: string): Promise<readonly string[]> {
  if (isAscii(text)) return asciiPatterns(text)
  return (await tx.one(sql<{ patterns: string[] }>`select app.search_patterns(${text}) as patterns`)).patterns
}

function asciiPatterns(text: string): string[] {
  return text
    .toLowerCase()
    .split(' ')
    .filter((word) => word !== '')
    .sort((one, other) => other.length - one.length || (one < other ? -1 : 1))
    .slice(0, 8)
    .map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)
}
