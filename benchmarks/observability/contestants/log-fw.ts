import { serveOrders } from '../orders.ts'

await serveOrders({ FW_ACCESS_LOG: 'all' })
