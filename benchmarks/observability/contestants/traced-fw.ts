import { serveOrders } from '../orders.ts'

await serveOrders({ OTEL_EXPORTER_OTLP_ENDPOINT: process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? '' })
