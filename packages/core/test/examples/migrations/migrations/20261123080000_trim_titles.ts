import { Query, type Transaction } from '@fw/query'

export async function up(tx: Transaction) {
  const orders = new Query(tx).table('orders')
  for (const { id, title } of await orders.get()) {
    await orders
      .where('id', '=', id)
      .update({ title: String(title).trim() })
  }
}
