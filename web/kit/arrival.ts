/**
 * The failure in the address when this page was loaded: of an email's link, or of a sign-in at a provider. Read before
 * the router redirects, and reported once.
 */
let failure: { search: string; hash: string } | null = failureAt(globalThis.location)

function failureAt(location: Location | undefined): { search: string; hash: string } | null {
  if (!location) return null
  const { search, hash } = location
  return /[?#&]error(?:_code)?=/.test(search + hash) ? { search, hash } : null
}

/** The query and fragment of a failed arrival, the first time; empty afterwards, and if there was no failure. */
export function arrivalFailure(): { search: string; hash: string } {
  return failure ?? { search: '', hash: '' }
}

/** The person has signed in or seen it: the next sign-in starts without it. */
export function forgetArrival(): void {
  failure = null
}
