import { createApp } from '@fw/core'
import { toLambdaHandler } from '@fw/core/lambda'

const { kernel } = await createApp(new URL('..', import.meta.url))

export const handler = toLambdaHandler(kernel)
