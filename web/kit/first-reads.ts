/**
 * The first reads of a visit. index.html sends them before any script of the app has arrived, by the address alone
 * (web/screen-reads.ts). The read of the same URL, person and organization uses the response instead of requesting it
 * again: a screen whose responses have arrived is drawn once, without a skeleton before it.
 */
type Answer = Readonly<{ body: unknown; role: string | null; at: number }>

/** `arrived` is set once the server has responded; `answer` becomes null if the read must be sent again. */
type FirstRead = Readonly<{ answer: Promise<Answer | null>; arrived?: Answer }>
type Sent = Readonly<{ user: string; organization: string; reads: Record<string, FirstRead> }>

/** Whose data is asked for. */
export type Reader = Readonly<{ user: string | undefined; organization: string | null }>

/** What a page has sent; null if it sent nothing. */
export function openFirstReads(sent: Sent | null) {
  let open = sent

  function readOf(url: string, { user, organization }: Reader): FirstRead | null {
    return open && open.user === user && open.organization === organization ? (open.reads[url] ?? null) : null
  }

  return {
    /** Whether there may be a response: afterwards no read looks for one. */
    any: () => open !== null,

    /** Takes a response that has arrived. Each is returned once: afterwards the browser's cache has it. */
    takeArrived(url: string, reader: Reader): Answer | null {
      const arrived = readOf(url, reader)?.arrived
      if (!arrived) return null
      delete open?.reads[url]
      return arrived
    },

    /** Takes a response that has arrived or is on its way; null if the read must be sent. */
    async take(url: string, reader: Reader): Promise<Answer | null> {
      const read = readOf(url, reader)
      if (!read) return null
      delete open?.reads[url]
      return read.answer
    },

    /** Data has changed since they were sent. */
    forget() {
      open = null
    },
  }
}

export const firstReads = openFirstReads((globalThis as { onhandFirstReads?: Sent }).onhandFirstReads ?? null)
