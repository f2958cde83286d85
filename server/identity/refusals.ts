/**
 * The refusals of the identity endpoints. Codes, statuses and messages are those of the published GoTrue server, so
 * every client written for it understands them; some codes have several messages, the most common one is the default.
 */
const refusals = {
  bad_json: [400, 'Could not parse request body as JSON'],
  validation_failed: [400, 'The request isn’t valid'],
  request_entity_too_large: [413, 'Request body too large'],
  unsupported_media_type: [415, 'The request body must be JSON'],
  not_found: [404, 'Nothing was found at this address'],
  feature_disabled: [404, 'This feature is disabled'],
  conflict: [409, 'This conflicts with the current state'],
  over_request_rate_limit: [429, 'Request rate limit reached'],
  over_email_send_rate_limit: [429, 'For security purposes, you can only request this later.'],
  // signing up
  user_already_exists: [422, 'User already registered'],
  signup_disabled: [422, 'Signups not allowed for this instance'],
  weak_password: [422, 'Password is too weak'],
  anonymous_provider_disabled: [422, 'Anonymous sign-ins are disabled'],
  phone_provider_disabled: [400, 'Unsupported phone provider'],
  // signing in
  invalid_credentials: [400, 'Invalid login credentials'],
  email_not_confirmed: [400, 'Email not confirmed'],
  user_banned: [400, 'User is banned'],
  provider_disabled: [400, 'Provider is not enabled'],
  web3_provider_disabled: [422, 'Web3 provider is disabled'],
  saml_provider_disabled: [404, 'SAML 2.0 is disabled'],
  flow_state_not_found: [404, 'invalid flow state, no valid flow state found'],
  flow_state_expired: [422, 'invalid flow state, flow state has expired'],
  bad_code_verifier: [400, 'code challenge does not match previously saved code verifier'],
  bad_oauth_state: [400, 'OAuth state is missing, invalid or expired. Please try again.'],
  bad_oauth_callback: [400, 'The provider sent an invalid response'],
  email_address_not_provided: [422, 'The provider didn’t share an email address'],
  provider_email_needs_verification: [403, 'The email address isn’t verified at the provider'],
  identity_already_exists: [422, 'Identity is already linked'],
  otp_expired: [403, 'Token has expired or is invalid'],
  // refreshing
  refresh_token_not_found: [400, 'Invalid Refresh Token: Refresh Token Not Found'],
  refresh_token_already_used: [400, 'Invalid Refresh Token: Already Used'],
  session_expired: [400, 'Invalid Refresh Token: Session Expired'],
  // the bearer of an access token
  no_authorization: [401, 'This endpoint requires a valid Bearer token'],
  bad_jwt: [403, 'invalid JWT: unable to parse or verify signature'],
  user_not_found: [403, 'User from sub claim in JWT does not exist'],
  session_not_found: [403, 'Session from session_id claim in JWT does not exist'],
  // second factors
  mfa_factor_not_found: [404, 'Factor not found'],
  mfa_factor_name_conflict: [422, 'A factor with this friendly name already exists'],
  too_many_enrolled_mfa_factors: [422, 'Maximum number of verified factors reached, unenroll to continue'],
  mfa_phone_enroll_not_enabled: [422, 'MFA enroll is disabled for Phone'],
  mfa_challenge_expired: [
    422,
    'MFA challenge has expired, verify against another challenge or create a new challenge.',
  ],
  mfa_ip_address_mismatch: [422, 'Challenge and verify IP addresses mismatch.'],
  mfa_webauthn_enroll_not_enabled: [422, 'MFA enroll is disabled for WebAuthn'],
  passkey_disabled: [404, 'Passkeys are disabled'],
  too_many_passkeys: [422, 'Maximum number of passkeys reached'],
  webauthn_challenge_not_found: [400, 'Challenge not found or already used'],
  webauthn_challenge_expired: [400, 'Challenge has expired'],
  webauthn_verification_failed: [400, 'Credential verification failed'],
  webauthn_credential_exists: [422, 'This credential is already registered'],
  mfa_recovery_codes_locked: [429, 'Too many failed verification attempts, try again later'],
  mfa_recovery_codes_sole_factor: [422, 'At least one other verified factor is required to generate recovery codes'],
  mfa_verified_factor_exists: [422, 'Recovery codes are already enrolled for this user, use regenerate to rotate them'],
  mfa_verification_failed: [422, 'Invalid TOTP code entered'],
  // changing the user
  not_admin: [403, 'Updating app_metadata requires admin privileges'],
  email_exists: [422, 'A user with this email address has already been registered'],
  insufficient_aal: [401, 'AAL2 session is required to update email or password when MFA is enabled.'],
  reauthentication_needed: [400, 'Password update requires reauthentication'],
  reauthentication_not_valid: [422, 'Nonce has expired or is invalid'],
  same_password: [422, 'New password should be different from the old password.'],
  current_password_required: [400, 'Current password required when setting new password.'],
  current_password_invalid: [400, 'Current password required when setting new password.'],
  identity_not_found: [422, "Identity doesn't exist"],
  single_identity_not_deletable: [422, 'User must have at least 1 identity after unlinking'],
  email_conflict_identity_not_deletable: [422, 'You can’t unlink this email address: account emails are sent to it'],
  // the server itself
  unavailable: [503, 'The service isn’t available right now. Try again in a moment.'],
  unexpected_failure: [500, 'Unexpected failure, please check server logs for more information'],
} as const

export type IdentityCode = keyof typeof refusals
export type WeakPasswordReason = 'length' | 'characters' | 'pwned'

/**
 * `status`: if it differs from the code's usual one; GoTrue uses different ones for some codes. `oauth_error`: the
 * error in OAuth's own format, without our code.
 */
type Extras = {
  weak_password?: { reasons: WeakPasswordReason[] }
  retry_after_seconds?: number
  status?: number
  oauth_error?: string
}

/** An expected refusal of an identity endpoint. */
export class IdentityRefusal extends Error {
  readonly code: IdentityCode
  readonly status: number
  readonly extras: Extras

  constructor(code: IdentityCode, message: string = refusals[code][1], extras: Extras = {}) {
    super(message)
    this.code = code
    this.status = extras.status ?? refusals[code][0]
    this.extras = extras
  }
}

/** Ends an identity request with a named refusal. */
export function refuseIdentity(code: IdentityCode, message?: string, extras?: Extras): never {
  throw new IdentityRefusal(code, message, extras)
}
