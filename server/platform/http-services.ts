import type { SessionClaims } from './access.ts'
import type { RowStreams } from './row-streams.ts'
import type { RunnerServices } from './runner.ts'

/**
 * The contents of a verified access token. Whether its session is still open is checked in the request's own
 * transaction.
 */
export type Claims = SessionClaims & { email: string; org_id: string }

/** The owner of an API key; its permissions are read in the request's own transaction. */
export type ApiKeyClaims = { id: string; org_id: string; name: string }

export type HttpServices = RunnerServices & {
  /**
   * Returns the owner of a bearer token that begins with `onh_`; throws a Refusal if it isn't one of our keys, or makes
   * too many requests.
   */
  verifyApiKey(token: string): Promise<ApiKeyClaims>
  rowStreams: RowStreams
  /** Verifies signature and claims of an access token; throws a Refusal if it isn't ours. */
  verifyAccessToken(token: string): Promise<Claims>
  /** The claims of an access token that was verified recently and hasn't expired. */
  rememberedClaims(token: string): Claims | undefined
}
