/** A file that cannot be read as a workbook; the message is a sentence for the person who chose it. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}

/** Stops reading a file, with the reason as a sentence. */
export function unreadable(sentence: string): never {
  throw new UnreadableFile(sentence)
}
