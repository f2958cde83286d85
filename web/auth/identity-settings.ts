import { useQuery } from '@tanstack/react-query'
import { forEveryone } from '../kit/query-client.ts'

/** The sign-in options of this server, in the format of GoTrue's clients. */
type IdentitySettings = Readonly<{
  /** Ways to sign in, by name; `email`, `phone` and `anonymous_users` aren't providers. */
  external: Readonly<Record<string, boolean>>
  disable_signup: boolean
  /** True: a sign-up is confirmed immediately, because this server has no mail server. */
  mailer_autoconfirm: boolean
  /** False at an address without TLS or without a name, where browsers offer none. */
  passkeys_enabled?: boolean
}>

/** The settings of the identity server; undefined until they are loaded, or if they can't be. */
export function useIdentitySettings(): IdentitySettings | undefined {
  const read = { queryKey: ['identity-settings'], queryFn: readSettings, staleTime: 5 * 60_000, retry: 3 }
  return useQuery({ ...read, meta: forEveryone }).data
}

/** Whether links and codes reach people by email; undefined until it is known. */
export function useCanMail(): boolean | undefined {
  const settings = useIdentitySettings()
  return settings && !settings.mailer_autoconfirm
}

/** Whether the operator creates all accounts: then no form offers to sign up. False until it is known. */
export function useSignUpClosed(): boolean {
  return useIdentitySettings()?.disable_signup === true
}

/** Whether this server and this browser both support passkeys; false until it is known. */
export function usePasskeysOffered(): boolean {
  return useIdentitySettings()?.passkeys_enabled === true && 'PublicKeyCredential' in globalThis
}

async function readSettings({ signal }: { signal: AbortSignal }): Promise<IdentitySettings> {
  const response = await fetch('/auth/v1/settings', { signal })
  if (!response.ok) throw new Error(`the identity settings answered ${response.status}`)
  return (await response.json()) as IdentitySettings
}
