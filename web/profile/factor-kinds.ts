/** The factors that sign in after the password, by their names where a person gave none. */
export const factorKinds = { app: 'Authenticator app', key: 'Security key' } as const

export type FactorKind = keyof typeof factorKinds
