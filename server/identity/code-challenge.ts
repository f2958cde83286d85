import { refuseIdentity } from './refusals.ts'

/**
 * The challenge of a request that uses PKCE (RFC 7636), or null. Both parameters or neither, SHA-256 only: `plain`
 * would put the verifier itself in our log and database. Refuses validation_failed with GoTrue's messages.
 */
export function codeChallengeOf(challenge: string, method: string): string | null {
  if (challenge === '' && method === '') return null
  if (challenge === '' || method === '') {
    refuseIdentity('validation_failed', 'PKCE flow requires code_challenge_method and code_challenge')
  }
  if (challenge.length < 43 || challenge.length > 128) {
    refuseIdentity('validation_failed', 'code challenge has to be between 43 and 128 characters')
  }
  if (!/^[A-Za-z0-9._~-]+$/.test(challenge)) {
    refuseIdentity(
      'validation_failed',
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    )
  }
  if (method.toLowerCase() !== 's256')
    refuseIdentity('validation_failed', 'Only the code challenge method s256 is supported')
  return challenge
}
