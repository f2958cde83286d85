import { signAccessToken } from './access-token.ts'
import type { IdentityDeps } from './deps.ts'
import type { Weakness } from './password-rules.ts'
import type { OpenSession } from './sessions.ts'
import { userAnswer, type User } from './users.ts'

export type SessionAnswer = Awaited<ReturnType<typeof sessionAnswer>>

/** A session in the format of GoTrue's clients: both tokens, the access token's expiry, and the user. */
export async function sessionAnswer(deps: IdentityDeps, user: User, session: OpenSession, weakness?: Weakness) {
  const { keys, config, clock } = deps
  const access = await signAccessToken(keys, user, session, clock(), config.accessTokenSeconds)
  return {
    access_token: access.token,
    token_type: 'bearer',
    expires_in: config.accessTokenSeconds,
    expires_at: access.expires_at,
    refresh_token: session.refresh_token,
    user: userAnswer(user),
    ...(weakness && { weak_password: weakness }),
  }
}
