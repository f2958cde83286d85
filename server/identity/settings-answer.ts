import type { IdentityConfig } from './config.ts'
import { relyingPartyOf } from './relying-party.ts'

/** The providers that GoTrue's clients look for. */
const providers = [
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'figma',
  'fly',
  'github',
  'gitlab',
  'google',
  'kakao',
  'keycloak',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'slack',
  'slack_oidc',
  'spotify',
  'twitch',
  'twitter',
  'workos',
  'zoom',
]

/** What this instance offers, in the format of GoTrue's clients. */
export function settingsAnswer(config: IdentityConfig, canMail: boolean) {
  return {
    external: {
      ...Object.fromEntries(providers.map((name) => [name, false])),
      anonymous_users: false,
      email: true,
      phone: false,
      ...Object.fromEntries(config.providers.map(({ name }) => [name, true])),
    },
    disable_signup: !config.signUpAllowed,
    mailer_autoconfirm: !canMail,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    passkeys_enabled: relyingPartyOf(config.siteUrl) !== undefined,
  }
}
