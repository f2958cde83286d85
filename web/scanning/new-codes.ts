/** A code is gone after this time and this many pictures without it: on slow devices, one picture can take a second. */
const goneAfter = { ms: 1_000, pictures: 3 }

/** What a picture adds: the code to report, if any, and whether all codes reported before are gone. */
type Picture = Readonly<{ report: string | null; isClear: boolean }>

/**
 * Chooses the codes to report among those read in one picture after the other (null: none). A code counts once two
 * pictures in a row show it, because a single one can be misread, and again only after it was gone.
 */
export function newCodes(): (code: string | null, nowMs: number) => Picture {
  let previous: string | null = null
  const reported = new Map<string, { seenAtMs: number; missed: number }>()
  return (code, nowMs) => {
    const isCertain = code === previous
    previous = code
    for (const [one, { seenAtMs, missed }] of reported) {
      const isGone = nowMs - seenAtMs >= goneAfter.ms && missed + 1 >= goneAfter.pictures
      if (one === code) reported.set(one, { seenAtMs: nowMs, missed: 0 })
      else if (isGone) reported.delete(one)
      else reported.set(one, { seenAtMs, missed: missed + 1 })
    }
    const isNew = code !== null && isCertain && !reported.has(code)
    if (isNew) reported.set(code, { seenAtMs: nowMs, missed: 0 })
    return { report: isNew ? code : null, isClear: reported.size === 0 }
  }
}
