let served: string | null = null

/** Called with the script that the server's pages start with now, from each response. Every build has another one. */
export function watchVersion(script: string | null): void {
  served = script ?? served
}

/** The script that the server's pages start with now; null if no response has named it. */
export function servedVersion(): string | null {
  return served
}
