import type { Session, User } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'
import { auth } from '../kit/session.ts'

/**
 * The account as the server knows it now: what changed on another device counts, too. The session's copy of it until
 * that is read.
 */
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
