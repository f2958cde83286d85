/** The texts of the page behind an email's link, by the kind of link. */
type ConfirmText = Readonly<{ heading: string; text: string; button: string; pending: string }>

const texts: Record<string, ConfirmText> = {
  signup: {
    heading: 'Confirm your email address',
    text: 'Confirm your address to finish signing up.',
    button: 'Confirm email address',
    pending: 'Confirming...',
  },
  invite: {
    heading: 'Accept your invitation',
    text: 'Accept the invitation to open your account.',
    button: 'Accept invitation',
    pending: 'Opening...',
  },
  recovery: {
    heading: 'Reset your password',
    text: 'Continue to sign in, then choose a new password.',
    button: 'Continue',
    pending: 'Signing in...',
  },
  magiclink: {
    heading: 'Sign in to Onhand',
    text: 'Continue to sign in to your account.',
    button: 'Sign in',
    pending: 'Signing in...',
  },
  email_change: {
    heading: 'Confirm your new email address',
    text: 'Both addresses must confirm the change.',
    button: 'Confirm the change',
    pending: 'Confirming...',
  },
}

const others: ConfirmText = {
  heading: 'Open Onhand',
  text: 'This link signs you in to your account.',
  button: 'Continue',
  pending: 'Opening...',
}

export function confirmText(type: string): ConfirmText {
  return (Object.hasOwn(texts, type) ? texts[type] : undefined) ?? others
}

type LinkFailure = Readonly<{ name: string; code?: string | undefined; status?: number | undefined }>

/** The message for a refused link, and what to do. */
export function linkFailureText({ name, code, status }: LinkFailure): string {
  if (name === 'AuthRetryableFetchError')
    return 'Unable to connect. Please check your internet connection and try again.'
  if (status === 429) return 'Too many attempts. Please wait a minute and try again.'
  if (code === 'email_exists') return 'This email is already registered. Please try signing in instead.'
  if (code === 'user_banned') return 'This account is locked. Contact your administrator.'
  return 'This link has expired or was already used. Please ask for a new one.'
}
