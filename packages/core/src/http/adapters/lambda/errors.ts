/** Thrown if a Lambda function receives an event that is not an HTTP request. */
export class UnknownLambdaEvent extends Error {
  override readonly name = 'UnknownLambdaEvent'

  constructor(event: object) {
    const keys = Object.keys(event).join(', ')
    super(
      `The event with the keys ${keys || '(none)'} is not an HTTP request of API Gateway, a function URL or a ` +
        'load balancer. Use a separate handler for events of other sources.',
    )
  }
}

/** Thrown if response streaming is used outside of Lambda's Node runtime. */
export class StreamingUnavailable extends Error {
  override readonly name = 'StreamingUnavailable'

  constructor() {
    super(
      'awslambda.streamifyResponse does not exist here, only in the Node runtime of AWS Lambda. ' +
        'Use toLambdaHandler elsewhere.',
    )
  }
}
