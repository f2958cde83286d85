/**
 * The first reads of a visit. index.html sends them before any script of the app has arrived, by the address alone
 * (web/screen-reads.ts). The read of the same URL, person and organization takes the answer instead of asking again: a
 * screen whose answers have arrived is drawn once, without a skeleton before it.
 */
type Answer = Readonly<{ body: unknown; role: string | null; at: number }>

/** `arrived` is there once the server has answered; `answer` becomes null if the read must be sent again. */
type FirstRead = Readonly<{ answer: Promise<Answer | null>; arrived?: Answer }>
type Sent = Readonly<{ user: string; organization: string; reads: Record<string, FirstRead> }>

/** Whose data is asked for. */
export type Reader = Readonly<{ user: string | undefined; organization: string | null }>

let sent = (globalThis as { onhandFirstReads?: Sent }).onhandFirstReads ?? null

/** Whether there may be an answer: afterwards no read looks for one. */
export function hasFirstReads(): boolean {
  return sent !== null
}

/** Takes an answer that has arrived. Each is returned once: afterwards the browser's copy of the data has it. */
export function takeArrived(url: string, reader: Reader): Answer | null {
  const arrived = readOf(url, reader)?.arrived
  if (!arrived) return null
  delete sent?.reads[url]
  return arrived
}

/** Takes an answer that is here or on its way; null if the read must be sent. */
export async function takeFirst(url: string, reader: Reader): Promise<Answer | null> {
  const read = readOf(url, reader)
  if (!read) return null
  delete sent?.reads[url]
  return read.answer
}

/** Something has changed since they were sent. */
export function forgetFirstReads(): void {
  sent = null
}

function readOf(url: string, { user, organization }: Reader): FirstRead | null {
  return sent && sent.user === user && sent.organization === organization ? (sent.reads[url] ?? null) : null
}
