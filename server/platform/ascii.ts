const ascii = /^[\x20-\x7e]*$/

/**
 * Whether a text has only ASCII letters, digits, signs and spaces. Their lower case is the same here and in PostgreSQL;
 * for other letters only the database knows how it compares them.
 */
export function isAscii(text: string): boolean {
  return ascii.test(text)
}
