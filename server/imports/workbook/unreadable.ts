/** A file that can't be read as a workbook; the message is for the person who chose it. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}

/** Stops reading a file, with the reason as a message. */
export function unreadable(sentence: string): never {
  throw new UnreadableFile(sentence)
}
