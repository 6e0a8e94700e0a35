export {
  toLambdaHandler,
  toLambdaStreamHandler,
  type LambdaHandler,
  type LambdaOptions,
} from './http/adapters/lambda/handler.ts'
export { StreamingUnavailable, UnknownLambdaEvent } from './http/adapters/lambda/errors.ts'
export type { LambdaEvent, PayloadV1, PayloadV2 } from './http/adapters/lambda/event.ts'
export type { LambdaResult } from './http/adapters/lambda/to-result.ts'
