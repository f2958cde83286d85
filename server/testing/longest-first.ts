import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The files that take longest, by measured processor time, and those that start servers. Without an earlier run Vitest
 * sorts by file size, and a file that starts servers is short: it would run at the end of the suite while one core is
 * idle.
 */
const longest = [
  'server/database.test.ts',
  'server/hostile-input.test.ts',
  'server/fuzzed-input.test.ts',
  'server/main.test.ts',
  'server/upgrade.test.ts',
  'server/imports/killed-import.test.ts',
  'server/products/list.test.ts',
  'server/tenancy.test.ts',
  'server/platform/embedded-postgres.test.ts',
  'server/sales-orders/concurrency.test.ts',
  'server/imports/attacks.test.ts',
  'server/imports/concurrency.test.ts',
  'server/purchase-orders/list.test.ts',
  'server/failing-statements.test.ts',
  'server/sales-orders/sales-orders.test.ts',
  'server/shipments/shipments.test.ts',
  'server/stock/past-figures.test.ts',
  'bench/replay/northwind.test.ts',
  'server/ledger-checks/check-ledgers.test.ts',
  'server/identity/client-methods.test.ts',
  'server/identity/providers/provider.test.ts',
  'server/transactions/killed-groups.test.ts',
  'server/notifications/killed-server.test.ts',
  'server/sample-company/sample-company.test.ts',
  'tools/account.test.ts',
  'tools/check-ledger.test.ts',
  'tools/audit.test.ts',
  'server/platform/migrate.test.ts',
]

/** The longest test files first, so that the workers end together. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex((path) => moduleId.endsWith(`/${path}`))
      return found < 0 ? longest.length : found
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}
