/** A Lambda function received an event that is not an HTTP request. */
export class UnknownLambdaEvent extends Error {
  override readonly name = 'UnknownLambdaEvent'

  constructor(event: object) {
    const keys = Object.keys(event).join(', ')
    super(
      `The event with the keys ${keys || '(none)'} is no HTTP request of API Gateway, a function URL or a ` +
        'load balancer. Give events of other sources a handler of their own.',
    )
  }
}

/** Response streaming was used outside of Lambda's Node runtime. */
export class StreamingUnavailable extends Error {
  override readonly name = 'StreamingUnavailable'

  constructor() {
    super(
      'There is no awslambda.streamifyResponse here: it exists in the Node runtime of AWS Lambda. ' +
        'Use toLambdaHandler elsewhere.',
    )
  }
}
