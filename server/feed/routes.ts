import type { Implementation } from '../platform/endpoint.ts'
import type { FeedWaits } from './feed-waits.ts'
import { readFeedQuery } from './queries.ts'

export const feedRoutes = (waits: FeedWaits): readonly Implementation[] => [readFeedQuery(waits)]
