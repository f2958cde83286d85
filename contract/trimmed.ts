/**
 * Characters that show nothing: blanks, control characters, what Unicode says to ignore where it isn't supported (zero
 * width characters, joiners, variation selectors, tags, fillers of Hangul), and the few that are blank without being
 * any of these: the empty Braille cell, a musical note without a head, fillers of Khitan and of hieroglyphs, anchors of
 * annotations.
 */
const invisible =
  /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u{1d159}\u{16fe4}\u{13430}-\u{1343f}\u{13441}\u{13442}]*$/u

/**
 * A text without blanks at its ends; empty if none of it can be seen, so that it counts as missing. Among visible
 * characters nothing is removed: scripts and emoji need joiners and selectors inside words. NUL remains: it is refused
 * as a character that can't be stored.
 */
export function trimmed(text: string): string {
  return invisible.test(text) && !text.includes('\0') ? '' : text.trim()
}
