import { createApp } from 'fw'
import { toLambdaHandler } from 'fw/lambda'

const { kernel } = await createApp(new URL('..', import.meta.url))

export const handler = toLambdaHandler(kernel)
