/**
 * Whether a text is one email address: text without spaces, an at sign, a domain and a dot. Nothing in it can end a
 * header, name a second recipient or enclose it (`<a@b.example>`).
 */
export function isEmailAddress(text: string): boolean {
  return /^[^\s@,;:<>()[\]\\"\p{Cc}]+@[^\s@,;:<>()[\]\\"\p{Cc}]+\.[^\s@,;:<>()[\]\\"\p{Cc}]+$/u.test(text)
}
