import {
  type PushServices,
  readPushQuery,
  subscribePushCommand,
  testPushCommand,
  unsubscribePushCommand,
} from './subscriptions.ts'

export const pushRoutes = (services: PushServices) => [
  readPushQuery(services),
  subscribePushCommand(services),
  unsubscribePushCommand,
  testPushCommand,
]
