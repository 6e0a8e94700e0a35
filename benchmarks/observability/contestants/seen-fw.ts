import { serveOrders } from '../orders.ts'

await serveOrders({ FW_REQUEST_ID: 'true', FW_ACCESS_LOG: 'all', FW_ADMIN_PORT: '0' })
