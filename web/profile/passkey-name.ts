import type { PasskeyListItem } from '@supabase/auth-js'

export const nameOf = ({ friendly_name }: PasskeyListItem) => friendly_name || 'Passkey'
