import { useQuery } from '@tanstack/react-query'
import { forEveryone } from '../kit/query-client.ts'

/** What this server offers people who sign in, as GoTrue's clients read it. */
type IdentitySettings = Readonly<{
  /** Ways to sign in, by name; `email`, `phone` and `anonymous_users` are no providers. */
  external: Readonly<Record<string, boolean>>
  disable_signup: boolean
  /** True: a sign-up is confirmed at once, because this server has no mail server. */
  mailer_autoconfirm: boolean
  /** False at an address without TLS or without a name, where browsers offer none. */
  passkeys_enabled?: boolean
}>

/** The settings of the identity server; undefined until they are known, and while they can't be read. */
export function useIdentitySettings(): IdentitySettings | undefined {
  const read = { queryKey: ['identity-settings'], queryFn: readSettings, staleTime: 5 * 60_000, retry: 3 }
  return useQuery({ ...read, meta: forEveryone }).data
}

/** Whether links and codes reach people by email; undefined until it is known. */
export function useCanMail(): boolean | undefined {
  const settings = useIdentitySettings()
  return settings && !settings.mailer_autoconfirm
}

/** Whether this server and this browser both know passkeys; false until it is known. */
export function usePasskeysOffered(): boolean {
  return useIdentitySettings()?.passkeys_enabled === true && 'PublicKeyCredential' in globalThis
}

async function readSettings({ signal }: { signal: AbortSignal }): Promise<IdentitySettings> {
  const response = await fetch('/auth/v1/settings', { signal })
  if (!response.ok) throw new Error(`the identity settings answered ${response.status}`)
  return (await response.json()) as IdentitySettings
}
