/**
 * Characters that show nothing: blanks, control characters, what Unicode says to ignore where it isn't supported (zero
 * width characters, joiners, variation selectors, tags, fillers of Hangul), and the few that are blank without being
 * any of these: the empty Braille cell, a musical note without a head, fillers of Khitan and of hieroglyphs, anchors of
 * annotations.
 */
const invisible =
  /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u{1d159}\u{16fe4}\u{13430}-\u{1343f}\u{13441}\u{13442}]*$/u

/** Blanks, direction marks, zero width spaces and word joiners: copied texts begin or end with them. */
const atEnds = /[\s\u200b\u200e\u200f\u061c\u2060]/

/**
 * A text without blanks and marks at its ends, so that texts that look the same are the same; empty if none of it can
 * be seen, so that it counts as missing. Among visible characters nothing is removed: scripts and emoji need joiners
 * and selectors inside words. NUL remains: it is refused as a character that can't be stored.
 */
export function trimmed(text: string): string {
  if (invisible.test(text) && !text.includes('\0')) return ''
  let [start, end] = [0, text.length]
  while (start < end && atEnds.test(text.charAt(start))) start++
  while (end > start && atEnds.test(text.charAt(end - 1))) end--
  return text.slice(start, end)
}
