let chosen: string | null = null

/** The organisation this tab works in; null means the user's own, which the server takes when nothing is said. */
export function currentOrganization(): string | null {
  return chosen
}

/** Switches this tab to another organisation. Held per tab and in memory only, so two tabs never mix. */
export function chooseOrganization(id: string | null): void {
  chosen = id
}
