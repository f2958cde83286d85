import type { Session, User } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'
import { auth } from '../kit/session.ts'

/** The server's current account data: changes on another device count too. Until it is loaded, the session's copy. */
export function useUser({ user }: Session): User {
  const query = useQuery({
    // Refetched after each change made here, together with the session's copy.
    queryKey: ['user', user.id, user.updated_at, user.factors?.length, user.identities?.length],
    queryFn: async () => {
      const { data, error } = await auth.getUser()
      if (error) throw error
      return data.user
    },
    staleTime: 0,
  })
  return query.data ?? user
}
