import { register } from 'node:module'
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http'
import { NestInstrumentation } from '@opentelemetry/instrumentation-nestjs-core'
import { NodeSDK } from '@opentelemetry/sdk-node'

// Nest is imported as ESM, which the instrumentations see by this hook alone.
register('@opentelemetry/instrumentation/hook.mjs', import.meta.url)
new NodeSDK({ instrumentations: [new HttpInstrumentation(), new NestInstrumentation()] }).start()
await import('../nest-orders.ts')
