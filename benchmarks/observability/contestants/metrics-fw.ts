import { serveOrders } from '../orders.ts'

await serveOrders({ FW_ADMIN_PORT: '0' })
