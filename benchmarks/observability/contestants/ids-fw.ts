import { serveOrders } from '../orders.ts'

await serveOrders({ FW_REQUEST_ID: 'true' })
