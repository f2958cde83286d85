import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { routeOf } from '../ui/path.ts'

/** Goes to a screen by its whole path, with its query if it has one: `go('/products?filter=low')`. */
export function useGo(): (path: string) => void {
  const navigate = useNavigate()
  return useCallback((path) => void navigate(routeOf(path) as never), [navigate])
}
