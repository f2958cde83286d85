import type { Condition } from '../../contract/receiving.ts'
import type { Tone } from '../ui/status-badge.tsx'

export const conditionTones: Record<Condition, Tone> = { good: 'green', damaged: 'red', partial: 'amber' }
