/**
 * What the address said when this page was loaded, if it told of a failure: the refusal of a mail's link, or of a
 * provider one signs in with. Read before the router leads elsewhere, and told once.
 */
let told: { search: string; hash: string } | null = failureAt(globalThis.location)

function failureAt(location: Location | undefined): { search: string; hash: string } | null {
  if (!location) return null
  const { search, hash } = location
  return /[?#&]error(?:_code)?=/.test(search + hash) ? { search, hash } : null
}

/** The query and fragment of a failed arrival, the first time; empty afterwards, and when the address told of none. */
export function arrivalFailure(): { search: string; hash: string } {
  return told ?? { search: '', hash: '' }
}

/** Someone is signed in, or has seen it: the next sign-in begins without it. */
export function forgetArrival(): void {
  told = null
}
