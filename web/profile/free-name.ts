import type { User } from '@supabase/auth-js'

/** A name that none of the account's factors has: "Authenticator app", then "Authenticator app 2". */
export function freeName(name: string, { factors = [] }: Pick<User, 'factors'>): string {
  const taken = new Set(factors.map(({ friendly_name }) => friendly_name))
  const names = [name, ...factors.map((_, index) => `${name} ${index + 2}`)]
  return names.find((one) => !taken.has(one)) ?? name
}
