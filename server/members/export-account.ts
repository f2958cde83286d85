import { exportAccount } from '../../contract/account.ts'
import { implement, type FileAnswer } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'

/** The caller's account as a JSON file, without secrets. */
export const exportAccountQuery = implement(exportAccount, async (tx, actor): Promise<FileAnswer> => {
  const { data } = await tx.one(sql<{ data: object }>`select app.account_data(${actor.user_id}) as data`)
  return {
    file_name: 'onhand-account.json',
    content_type: 'application/json; charset=utf-8',
    recorded_as: { table_name: 'account', item_name: 'Account data', summary: 'Exported JSON' },
    body: Buffer.from(`${JSON.stringify(data, null, 2)}\n`),
  }
})
