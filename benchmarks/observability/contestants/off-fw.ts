import { serveOrders } from '../orders.ts'

await serveOrders({})
