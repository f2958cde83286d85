import { limits } from '../../contract/limits.ts'

/** A token bucket: `burst` at once, then `count` per `seconds`. */
export type Rate = { burst: number; count: number; seconds: number }

export type IdentityRates = Readonly<{
  /** Sign-ups from one address. */
  signUpByPeer: Rate
  /** Sign-ins from one address. */
  signInByPeer: Rate
  /** Sign-ins through a provider, their callbacks, and ID tokens, each from one address. */
  authorizeByPeer: Rate
  /** Codes exchanged for a session, from one address. */
  exchangeByPeer: Rate
  /** Refreshes from one address: an entire office refreshes at once in the morning, and a token can't be guessed. */
  refreshByPeer: Rate
  /** Password attempts on one account, from any address. */
  passwordByAccount: Rate
  /** Changes of a user from one address. */
  changeUserByPeer: Rate
  /** Requests for a recovery mail, from one address. */
  recoverByPeer: Rate
  /** Requests for a link or code to sign in, from one address. */
  otpByPeer: Rate
  /** Requests for the same mail again, and for a code to confirm a change, from one address. */
  resendByPeer: Rate
  /** Links and codes presented, from one address. */
  verifyByPeer: Rate
  /** Codes presented for one account, from any address: there are few six-digit codes. Links aren't counted. */
  codeByAccount: Rate
  /** Second factor requests from one address: adding, challenging and verifying. */
  factorsByPeer: Rate
  /** Passkey requests from one address: signing in, adding and changing. */
  passkeysByPeer: Rate
  /** Codes tried on one second factor, from any address. */
  codeByFactor: Rate
  /** Emails of one kind to one address. */
  mailByRecipient: Rate
  /** All emails to one address. */
  mailsByRecipient: Rate
  /** Emails caused by requests from one address. */
  mailsByPeer: Rate
  /** Requests with one API key. */
  apiKey: Rate
  /** Private links opened from one address, and requests with one link: a page with its pictures makes many. */
  shareByPeer: Rate
  shareByLink: Rate
  /** Messages sent through one link. */
  messageByLink: Rate
}>

/**
 * GoTrue's defaults (150 tokens, 30 of every other request in 5 minutes, 15 about second factors in a minute, 30 emails
 * in an hour, a minute between two emails of a kind), per address where GoTrue has one limit for all; and 10 passwords
 * in 5 minutes, 10 codes in an hour on one account or second factor.
 */
export const defaultRates: IdentityRates = {
  signUpByPeer: { burst: 30, count: 30, seconds: 300 },
  signInByPeer: { burst: 30, count: 150, seconds: 300 },
  authorizeByPeer: { burst: 30, count: 150, seconds: 300 },
  exchangeByPeer: { burst: 30, count: 150, seconds: 300 },
  refreshByPeer: { burst: 1_000, count: 3_000, seconds: 300 },
  passwordByAccount: { burst: 10, count: 10, seconds: 300 },
  changeUserByPeer: { burst: 30, count: 30, seconds: 300 },
  recoverByPeer: { burst: 30, count: 30, seconds: 300 },
  otpByPeer: { burst: 30, count: 30, seconds: 300 },
  resendByPeer: { burst: 30, count: 30, seconds: 300 },
  verifyByPeer: { burst: 30, count: 30, seconds: 300 },
  codeByAccount: { burst: 10, count: 10, seconds: 3_600 },
  factorsByPeer: { burst: 15, count: 15, seconds: 60 },
  passkeysByPeer: { burst: 30, count: 30, seconds: 300 },
  codeByFactor: { burst: 10, count: 10, seconds: 3_600 },
  mailByRecipient: { burst: 1, count: 1, seconds: 60 },
  mailsByRecipient: { burst: 10, count: 10, seconds: 3_600 },
  mailsByPeer: { burst: 30, count: 30, seconds: 3_600 },
  apiKey: { burst: limits.apiKeyBurst, count: limits.apiKeyRequestsPerMinute, seconds: 60 },
  shareByPeer: { burst: 300, count: 600, seconds: 60 },
  shareByLink: { burst: 300, count: 600, seconds: 60 },
  messageByLink: { burst: 10, count: 20, seconds: 3_600 },
}

/** The same rates, each allowing `scale` times as much. */
export function scaledRates(rates: IdentityRates, scale: number): IdentityRates {
  const scaled = Object.entries(rates).map(([name, rate]) => [
    name,
    { ...rate, burst: rate.burst * scale, count: rate.count * scale },
  ])
  return Object.fromEntries(scaled) as IdentityRates
}
