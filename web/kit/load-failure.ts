/**
 * The error of a field whose choices could not be loaded: only where nothing is chosen and no choices are there. A
 * field that is filled stays right when a read in the background fails.
 */
export function loadFailure(
  read: Readonly<{ isError: boolean; data: unknown }>,
  value: string | null | undefined,
  error: string,
): { error?: string } {
  return read.isError && read.data === undefined && !value ? { error } : {}
}
