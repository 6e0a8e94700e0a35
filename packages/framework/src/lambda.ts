export {
  toLambdaHandler,
  toLambdaStreamHandler,
  type LambdaHandler,
  type LambdaOptions,
} from './adapters/lambda/handler.ts'
export { StreamingUnavailable, UnknownLambdaEvent } from './adapters/lambda/errors.ts'
export type { LambdaEvent, PayloadV1, PayloadV2 } from './adapters/lambda/event.ts'
export type { LambdaResult } from './adapters/lambda/to-result.ts'
